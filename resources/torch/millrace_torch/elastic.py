# SPDX-FileCopyrightText: 2026 Millrace contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""State of a training that can be saved in memory, restored and copied to new ranks, and hooks for policies."""

import copy
import io

import torch
import torch.distributed as dist


class State:
    """What a rank must have to go on with the training: models and optimizers (anything with state_dict()), and numbers
    such as the step.

        state = State(model=model, optimizer=optimizer, step=0)
        state.sync()            # all ranks have the state of rank 0
        state.step += 1
        state.commit()          # from here restore() goes on
    """

    def __init__(self, **members):
        object.__setattr__(self, "_parts", {name: each for name, each in members.items() if has_state(each)})
        object.__setattr__(self, "_numbers", {name: each for name, each in members.items() if not has_state(each)})
        object.__setattr__(self, "_saved", None)
        self.commit()

    def __getattr__(self, name):
        for members in (self._parts, self._numbers):
            if name in members:
                return members[name]
        raise AttributeError(f"the state has no \"{name}\"; members: {', '.join([*self._parts, *self._numbers])}")

    def __setattr__(self, name, value):
        if name not in self._numbers:
            raise AttributeError(f"the state has no number \"{name}\"; name it when the state is made")
        self._numbers[name] = value

    def commit(self):
        object.__setattr__(self, "_saved", (
            {name: copy.deepcopy(part.state_dict()) for name, part in self._parts.items()}, dict(self._numbers)))

    def restore(self):
        """Goes back to the last commit()."""
        parts, numbers = self._saved
        for name, part in self._parts.items():
            part.load_state_dict(copy.deepcopy(parts[name]))
        self._numbers.update(numbers)

    def sync(self, root=0, group=None):
        """Copies the state of one rank to all, and commits it."""
        content = torch.zeros(0, dtype=torch.uint8)
        if dist.get_rank(group) == root:
            buffer = io.BytesIO()
            torch.save(({name: part.state_dict() for name, part in self._parts.items()}, self._numbers), buffer)
            content = torch.frombuffer(bytearray(buffer.getvalue()), dtype=torch.uint8)
        size = torch.tensor([content.numel()])
        dist.broadcast(size, root, group=group)
        if dist.get_rank(group) != root:
            content = torch.empty(int(size.item()), dtype=torch.uint8)
        dist.broadcast(content, root, group=group)
        if dist.get_rank(group) != root:
            parts, numbers = torch.load(io.BytesIO(content.numpy().tobytes()))
            for name, part in self._parts.items():
                part.load_state_dict(parts[name])
            self._numbers.update(numbers)
        self.commit()


def has_state(member):
    return hasattr(member, "state_dict") and hasattr(member, "load_state_dict")


class Policy:
    """Base of policies. Each function may change the training through what it captured; all do nothing here."""

    def before_train(self):
        pass

    def before_step(self, step):
        pass

    def after_step(self, step, observations):
        """`observations`: a dict, for example {"loss": 0.3, "noise_scale": 120.0}."""

    def after_train(self):
        pass


class Hooks:
    """Calls the policies of a training loop in their order.

        hooks = Hooks([policy])
        for step in hooks.steps(1000):
            ...
            hooks.observe(loss=loss.item())
    """

    def __init__(self, policies):
        self.policies = list(policies)
        self.observations = {}

    def observe(self, **values):
        self.observations.update(values)

    def steps(self, count, first=0):
        for policy in self.policies:
            policy.before_train()
        for step in range(first, first + count):
            self.observations = {}
            for policy in self.policies:
                policy.before_step(step)
            yield step
            for policy in self.policies:
                policy.after_step(step, self.observations)
        for policy in self.policies:
            policy.after_train()
