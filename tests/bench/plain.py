"""A board as plain as can be, for measuring the path itself."""

from django.template import engines

from companion.board import Board

PAGE = """{% for seat in board.state.seats %}<section id="seat-{{ forloop.counter0 }}">
<h2>{{ seat.name }}</h2><p>{{ seat.supply }} {{ seat.gold }} {{ seat.zone }} {{ seat.status }}</p>
<ol>{% for cube in seat.health %}<li>{{ cube }}</li>{% endfor %}</ol></section>
{% endfor %}<ul>{% for color, count in board.state.bag.items %}<li>{{ color }} {{ count }}</li>{% endfor %}</ul>
<ol>{% for line in board.tail %}<li value="{{ line.sequence }}">{{ line.by }} {% for told in line.story %}{{ told.message }} {% endfor %}</li>
{% endfor %}</ol>"""


def pieces(board: Board, _language: str) -> dict[str, str]:
    return {"board": template.render({"board": board})}


template = engines["django"].from_string(PAGE)
