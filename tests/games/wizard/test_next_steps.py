"""What the table is told to do next."""

from referee.testing import PlayedMatch


def test_after_the_bids_nobody_is_told_to_deal() -> None:
    for depth in ("deals", "tricks"):
        match = PlayedMatch.begun("wizard", ("Ana", "Ben", "Cy"), depth=depth)
        before = [step.text.template for step in match.scene.steps]
        assert any("deals" in each for each in before)
        turned = {} if depth == "deals" else {"turned": "9R"}
        match.enter("bids", bids={"Ana": 0, "Ben": 1, "Cy": 0}, **turned)
        told = [step.text.template for step in match.scene.steps]
        assert told
        assert not any("deals" in each for each in told)
