"""A scripted year: twelve games of four members, with every kind of change at least once.

Each line is a member, a colon and what they type into the ledger line. ``strike last`` strikes
the last entry that stands; ``!`` before a line means that it is refused and changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

PEOPLE = {"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"}

SCRIPT = """
alice: recruit ana name "Ana the Quick" colour red player Alice
alice: recruit ben name Ben colour blue player Bob
bob: recruit cleo name Cleo colour green player Dora
bob: recruit dov name Dov colour yellow journal Badger
! dora: recruit eve
bob: note "The box is open."

alice: start 1 ana ben cleo side A on 2026-01-10 prologue 1
! carol: read 1
alice: read 1
dora: journal A cleo
bob: rules 20b "A new rule"
bob: token 24
bob: house token market "Lantern" points 5 price 6
bob: fetch 017 blue "Frost Giant"
bob: fetch 018 blue
bob: fetch 020 monster "Cave Troll"
bob: fetch 003 starting for ana to starting
dora: mark 018 cleo
! carol: mark 017 ben
! dora: mark 018 cleo
alice: mark 017 ana
bob: contract 031 group name "A locked door" by 2 boxes 3 setup
dora: contract 031 setup
dora: contract 031 tick cleo
bob: finish ana 82 ben 75 cleo 0
bob: memorial 12 cleo
bob: mission 1 epilogue 2
alice: employee ana
alice: milestone M4 ana
bob: counter Beers to 9

alice: start 2 ana ben cleo dov side A on 2026-02-07
alice: contract 031 setup
dora: contract 031 tick ana
bob: contract 031 tick ben
bob: contract 031 back completed now "Read passage 45"
bob: contract 031 back always scoring "Fetch card 040"
bob: contract 031 points 5 bonus 3
dora: contract 031 box 1
dora: read 45 cleo
bob: sticker A13 on 017
bob: sticker T1 on space 7 note "A new door"
bob: point 017
bob: card 018 name "Ember Fox" boxes 2
bob: finish ana 60 ben 91 cleo 55 dov 40
bob: contract 031 box 2
bob: fetch 040 other "The old key"
bob: contract 031 keep
alice: employee ben

alice: pack
alice: start 3 ana ben cleo side B on 2026-03-07
alice: players ana ben
bob: tick midnight oil ben
bob: contract 032 solo for cleo name "A debt" by 4 cubes 3:2,4:3,5:4
bob: space 7 mark ben
bob: space 7 to 12
bob: space 7 at 250 400
bob: space 12 at 700 420
bob: space 7 name "The landing"
! bob: mark 020 ben
bob: finish ana 44 ben 43

alice: start 4 ben cleo dov side B on 2026-04-11
dora: cube 032 cleo
! alice: cube 032 ana
dora: cube 032 cleo
dora: contract 032 marker 9
dora: cube 032 cleo
dora: cube 032 cleo
bob: contract 032 back completed turn "Read passage 50"
dora: contract 032 turn
dora: contract 032 box 1
dora: milestone mark cleo
bob: remnant 7
bob: finish ben 70 cleo 88 dov 12
bob: contract 032 keep
bob: employee cleo

alice: start 5 ana ben cleo dov on 2026-05-09
bob: contract 033 group name "Nobody's business" by 5
! bob: finish ana 50 ben 51 cleo 52 dov 53
bob: deadline
bob: contract 033 back failed now "Destroy this"
bob: contract 033 box 1
bob: destroy 033
bob: finish ana 50 ben 51 cleo 52 dov 53
bob: employee dov

alice: start 6 ana ben cleo dov on 2026-06-13
bob: fetch 002 oil to cabinet
bob: fetch 050 blue "Silver Wren"
dora: mark 050 cleo
dora: condition cleo "Owes a favour"
dora: recover cleo "Owes a favour"
alice: condition ana "Cursed ring"
bob: finish ana 90 ben 90 cleo 20 dov 10 winner ben
bob: employee ben

alice: start 7 ana ben cleo on 2026-07-11
bob: contract 034 group name "Two bells" by 9
bob: contract 034 deadline 8
bob: fetch 051 blue "Tin Knight"
bob: mark 051 dov
alice: mark 051 ana told
alice: milestone M7 ana
alice: milestone M7 ana
alice: cross 2 ana
bob: finish ana 71 ben 66 cleo 65
bob: employee ana

alice: start 8 ana cleo on 2026-08-08
bob: contract 034 fail
bob: abandon

bob: joining dov milestones 1 random 1
! dora: joining cleo milestones 1
alice: start 8 ana ben cleo dov on 2026-08-15
bob: mark 018 ben over cleo
bob: scratch 018
bob: finish ana 33 ben 34 cleo 35 dov 36
bob: employee dov

alice: start 9 ana ben cleo dov on 2026-09-12
bob: fetch 052 blue "Wrong Card"
bob: point 052 2
bob: strike last
bob: strike last
bob: fetch 052 blue "Clay Golem"
bob: finish ana 0 ben 0 cleo 0 dov 0
bob: memorial 3 ana
bob: memorial 3 ben
bob: employee nobody
! dora: waive memorial:cleo:9
bob: waive memorial:cleo:9
bob: pack

alice: start 10 ana ben cleo dov on 2026-10-10
bob: cabinet 017
bob: tuckbox 040 dov
bob: put 050 starting cleo
bob: contract 035 group name "The long way" boxes 2
dora: contract 035 done cleo ana told
bob: finish ana 61 ben 62 cleo 63 dov 64
bob: correct 10 ana 61 ben 62 cleo 65 dov 64
bob: employee cleo

alice: start 11 ana ben cleo on 2026-11-14
bob: counter Beers by 4
alice: character ana name "Ana the Slow"
! dora: character ana player Dora
dora: scratch 018 cleo
bob: finish ana 77 ben 76 cleo 75
bob: employee ana

alice: start 12 ana ben cleo dov on 2026-12-12
dora: read 82
bob: destroy 020
bob: finish ana 100 ben 99 cleo 98 dov 97
bob: employee ana
bob: note "What a year."
"""


@dataclass(frozen=True, slots=True)
class Typed:
    """One line of the year."""

    who: str
    line: str
    refused: bool


def year() -> Iterator[Typed]:
    for text in filter(None, map(str.strip, SCRIPT.splitlines())):
        refused = text.startswith("!")
        who, _, line = text.removeprefix("! ").partition(": ")
        yield Typed(who, line, refused)
