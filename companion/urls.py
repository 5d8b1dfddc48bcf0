from django.urls import path

from companion.views import devices, home, install, joining, opening, people, records, table

app_name = "companion"
urlpatterns = [
    path("", home.tables, name="tables"),
    path("help/", home.help_page, name="help"),
    path("join/", joining.find, name="find"),
    path("j/<str:code>/", joining.join, name="join"),
    path("j/<str:code>/sit/", joining.sit, name="sit"),
    path("device/", devices.device, name="device"),
    path("device/link/", devices.personal_link, name="personal-link"),
    path("device/claim/", devices.claim, name="claim-device"),
    path("me/<str:secret>/", devices.recover, name="recover"),
    path("me/<str:secret>/back/", devices.bring_back, name="bring-back"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("service-worker.js", install.service_worker, name="service-worker"),
    path("offline/", install.offline, name="offline"),
    path("tables/open/", opening.open_table, name="open"),
    path("tables/import/", records.bring, name="import"),
    path("tables/<uuid:table_id>/invite/", opening.invite, name="invite"),
    path("tables/<uuid:table_id>/seats/", joining.seats, name="seats"),
    path("tables/<uuid:table_id>/people/", people.people, name="people"),
    path("tables/<uuid:table_id>/people/<slug:what>/", people.change, name="change"),
    path("tables/<uuid:table_id>/setup/", people.setup, name="setup"),
    path("tables/<uuid:table_id>/rematch/", people.rematch, name="rematch"),
    path("tables/<uuid:table_id>/record/", records.record, name="record"),
    path("tables/<uuid:table_id>/", table.table, name="table"),
    path("tables/<uuid:table_id>/act/", table.act, name="act"),
    path("tables/<uuid:table_id>/odds/", table.odds, name="odds"),
    path("tables/<uuid:table_id>/log/", table.log, name="log"),
    path("tables/<uuid:table_id>/log/<int:sequence>/", table.back_to, name="back-to"),
    path("tv/<str:code>/", table.tv, name="tv"),
]
