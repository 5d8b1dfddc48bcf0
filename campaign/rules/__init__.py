"""The campaign ledger's rules: a pure core, standard library only.

A campaign is the fold of its ledger. What a site needs of it:

``campaigns``    ``slugs()``, ``load(slug) -> Campaign``: what each kind of campaign has
``entries``      ``Draft(verb, arguments)``, ``Entry(id, number, verb, arguments, game, member, at,
                 strikes)``, ``standing(entries)``, ``struck(entries)``
``ledger``       ``new_campaign(campaign)``, ``clean(campaign, draft)``, ``game_of(state, draft)``,
                 ``apply(state, entry)``, ``fold(campaign, entries)``, ``as_of(campaign, entries,
                 game)``, ``strike(campaign, entries, strike_entry)``, ``changes(before, after)``,
                 ``describe(state, entry)``, ``touched(campaign, entry)``
``state``        the frozen dataclasses that the fold makes
``verbs``        ``VERBS``, ``verb_for``, ``verbs_of``: the one table (``verb.Verb``)
``roles``        ``Role``, ``Writer``, ``may_use``, ``check_write``, ``check_strike``
``line``         ``parse``, ``preview``, ``preview_draft``, ``complete``, ``short_form``
``steps``        ``setup(state, players)``, ``cleanup(state)``: the walk-throughs
``joining``      ``plan(...)``: catching up mid-way
``standings``    wins, points and averages
``export``       ``Document``, ``write``, ``read``, ``canonical``
``codec``        ``to_json(state)``, ``from_json(campaign, raw)``: the snapshot

To write one entry: ``clean`` the draft, ``check_write``, make an ``Entry`` with the next number
and ``game_of``, ``apply`` it to the state, store the entry, and project ``changes(before, after)``.
Whatever is refused raises ``errors.LedgerError`` and leaves everything as it was.
"""
