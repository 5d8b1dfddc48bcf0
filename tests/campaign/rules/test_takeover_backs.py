"""Taking over what the backs of contracts left for later: it stays open until somebody has read it."""

from campaign.rules.steps.walkthrough import cleanup
from campaign.rules.tasks import open_tasks
from tests.campaign.rules.evening import Evening, evening, finish

BOXES = "contract 031 group boxes 3"


def waiting(*waits: str) -> Evening:
    """A contract that was completed and flipped; its parts wait, and nobody has read them."""
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    made.tap("contract_back", contract="031", waits=list(waits))
    return made


def read_step(made: Evening) -> tuple[bool | None, list[str]]:
    """Whether AFTER SCORING is done, and the entries that the step offers."""
    (step,) = (step for step in cleanup(made.desk.state) if step.key == "after_scoring")
    return step.done, [draft.verb for draft in step.drafts]


def tasks(made: Evening) -> list[str]:
    found = (task.draft for task in open_tasks(made.desk.state) if task.key == "back:031:1")
    return [draft.verb for draft in found if draft]


def test_what_waits_for_the_scoring_is_carried_and_open_until_it_was_read() -> None:
    made = waiting("scoring")
    finish(made)
    assert "back 031 scoring" in made.says()
    made.take_over()
    (box,) = made.contract("031").back
    assert (box.when, box.kind, box.text) == ("scoring", "completed", "AFTER SCORING")
    assert not box.done
    assert read_step(made) == (False, ["box"])
    assert tasks(made) == ["box"]
    assert made.take_over() == 0


def test_what_was_read_at_the_table_counts_as_read() -> None:
    made = waiting("turn", "scoring")
    finish(made)
    made.take_over()
    made.tap("contract_read", contract="031", wait="scoring")
    assert not made.says()
    made.tap("contract_read", contract="031", wait="turn")
    assert made.says() == ["box 031 1", "box 031 2"]
    made.take_over()
    assert read_step(made) == (True, [])
    assert tasks(made) == ["keep"]
    assert made.take_over() == 0
    made.undo_tap()
    made.take_over()
    assert [box.done for box in made.contract("031").back] == [False, False]
    made.tap("contract_read", contract="031", wait="turn")
    made.take_over()
    assert read_step(made) == (True, [])


def test_what_was_read_before_the_take_over_or_written_by_hand_is_not_carried() -> None:
    made = waiting("turn", "scoring")
    made.tap("contract_read", contract="031", wait="turn")
    made.take_over()
    made.type("contract 031 back always scoring Take it")
    finish(made)
    assert not [key for key in made.says() if key.startswith("back")]


def test_nothing_is_carried_while_the_table_itself_reminds() -> None:
    assert not [key for key in waiting("turn", "scoring").says() if key.startswith("back")]


def test_a_contract_that_is_open_again_takes_its_back_along() -> None:
    made = waiting("scoring")
    finish(made)
    made.take_over()
    made.tap("contract_status", contract="031", status="failed")
    made.take_over()
    assert (made.contract("031").status, made.contract("031").back) == ("failed", ())
    assert made.take_over() == 0


def test_a_back_that_was_struck_by_hand_is_not_carried_again() -> None:
    made = waiting("scoring")
    finish(made)
    made.take_over()
    made.strike("back")
    assert made.take_over() == 0


def test_of_a_back_that_nobody_wrote_down_only_the_group_can_tell() -> None:
    made = evening(BOXES)
    made.tap("contract_tick", contract="031", seat=0, count=3)
    finish(made)
    made.take_over()
    assert read_step(made) == (None, [])
