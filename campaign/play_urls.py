"""All plays of one reader, over tables and campaigns."""

from django.urls import path

from campaign.views import plays

app_name = "plays"
urlpatterns = [
    path("", plays.plays, name="plays"),
    path("people/", plays.people, name="people"),
    path("person/", plays.person, name="person"),
    path("editions/", plays.editions, name="editions"),
    path("names/", plays.names, name="names"),
    path("names/forget/", plays.forget_name, name="forget-name"),
    path("plays.csv", plays.spreadsheet, name="csv"),
]
