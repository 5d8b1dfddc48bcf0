from django.urls import path, register_converter
from django.urls.converters import StringConverter

from campaign.views import (
    campaigns,
    files,
    forms,
    games,
    home,
    invites,
    joining,
    ledger,
    line,
    lots,
    members,
    notes,
    photos,
    search,
    sheets,
    steps,
    takeover,
    written,
)


class Walk(StringConverter):
    """A walk through the evening that has a page of its own under ``steps``."""

    regex = "|".join(steps.WALKS)


register_converter(Walk, "walk")

app_name = "campaign"
ONE = "<uuid:campaign_id>/"

urlpatterns = [
    path("", campaigns.campaigns, name="campaigns"),
    path("new/", campaigns.new, name="new"),
    path("search/", search.everywhere, name="search-all"),
    path("import/", files.bring, name="import"),
    path("import/<str:name>/", files.bring_preview, name="import-preview"),
    path("invitation/<str:token>/", invites.invitation, name="invitation"),
    path("member/<str:token>/", invites.personal, name="personal"),
    path(ONE, home.home, name="home"),
    path(ONE + "search/", search.one, name="search"),
    path(ONE + "settings/", campaigns.settings, name="settings"),
    path(ONE + "trash/", campaigns.throw_away, name="trash"),
    path(ONE + "restore/", campaigns.restore, name="restore"),
    path(ONE + "delete/", campaigns.delete, name="delete"),
    # Writing
    path(ONE + "line/", line.line, name="line"),
    path(ONE + "write/", forms.verbs, name="verbs"),
    path(ONE + "write/<str:verb>/", forms.write, name="write"),
    path(ONE + "drawer/", forms.drawer, name="drawer"),
    path(ONE + "ledger/undo/", written.undo, name="undo"),
    path(ONE + "ledger/", ledger.ledger, name="ledger"),
    path(ONE + "ledger/<int:number>/strike/", ledger.strike, name="strike"),
    path(ONE + "lots/", lots.lots, name="lots"),
    path(ONE + "lots/draw/", lots.draw, name="draw-lot"),
    # What the ledger knows
    path(ONE + "characters/", sheets.characters, name="characters"),
    path(ONE + "characters/<str:key>/", sheets.character, name="character"),
    path(ONE + "characters/<str:key>/joining/", joining.joining, name="joining"),
    path(ONE + "cards/", sheets.cards, name="cards"),
    path(ONE + "cards/<str:key>/", sheets.card, name="card"),
    path(ONE + "contracts/", sheets.contracts, name="contracts"),
    path(ONE + "contracts/<str:key>/", sheets.contract, name="contract"),
    path(ONE + "map/", sheets.map_board, name="map"),
    path(ONE + "map/<str:key>/", sheets.space, name="space"),
    path(ONE + "pieces/", sheets.pieces, name="pieces"),
    path(ONE + "steps/<walk:which>/", steps.steps, name="steps"),
    path(ONE + "steps/<str:walk>/tick/", steps.tick, name="tick"),
    path(ONE + "steps/setup/begin/", steps.begin, name="begin"),
    path(ONE + "press/", steps.press, name="press"),
    # Games
    path(ONE + "reports/", games.reports, name="reports"),
    path(ONE + "games/<int:number>/", games.game, name="game"),
    path(ONE + "games/<int:number>/table/", games.open_table, name="open-table"),
    path(ONE + "games/<int:number>/seat/", games.to_table, name="to-table"),
    path(ONE + "games/<int:number>/result/", takeover.result, name="result"),
    path(ONE + "games/<int:number>/result/undo/", takeover.undo, name="result-undo"),
    path(ONE + "games/<int:number>/record/", games.record, name="record"),
    # Photos
    path(ONE + "photos/", photos.photos, name="photos"),
    path(ONE + "photos/<uuid:photo_id>/", photos.photo, name="photo"),
    path(ONE + "photos/<uuid:photo_id>/file.jpg", photos.file, name="photo-file"),
    path(ONE + "photos/<uuid:photo_id>/small.jpg", photos.small, name="photo-small"),
    path(ONE + "photos/<uuid:photo_id>/delete/", photos.delete, name="photo-delete"),
    path(ONE + "photos/<uuid:photo_id>/restore/", photos.restore, name="photo-restore"),
    # People
    path(ONE + "members/", members.members, name="members"),
    path(ONE + "members/add/", members.add, name="member-add"),
    path(ONE + "members/name/", members.rename, name="member-name"),
    path(ONE + "members/leave/", members.leave, name="leave"),
    path(ONE + "members/<uuid:member_id>/role/", members.role, name="member-role"),
    path(ONE + "members/<uuid:member_id>/remove/", members.remove, name="member-remove"),
    path(ONE + "members/<uuid:member_id>/link/", members.link, name="member-link"),
    path(ONE + "invites/", members.invite, name="invite"),
    path(ONE + "invites/<uuid:invite_id>/", members.invite_page, name="invite-page"),
    path(ONE + "invites/<uuid:invite_id>/close/", members.close, name="invite-close"),
    path(ONE + "invites/<uuid:invite_id>/rotate/", members.rotate, name="invite-rotate"),
    path(ONE + "notes/", notes.write, name="note-write"),
    path(ONE + "notes/share/", notes.share, name="note-share"),
    path(ONE + "notes/<uuid:note_id>/", notes.change, name="note"),
    path(ONE + "notes/<uuid:note_id>/delete/", notes.delete, name="note-delete"),
    # Files
    path(ONE + "export/", files.export, name="export"),
    path(ONE + "plays.csv", files.plays, name="plays"),
    path(ONE + "plays.bgsplay", files.bg_stats, name="bg-stats"),
]
