"""The campaign ledger's rules: a pure core on the standard library and the kernel alone.

A campaign is the fold of its ledger. What the site uses of it:

``campaigns``    ``slugs()``, ``load(slug) -> Campaign``: what each kind of campaign has
``entries``      ``Draft(verb, arguments)``, ``Entry(id, number, verb, arguments, game, member, at,
                 strikes)``, ``standing(entries)``, ``struck(entries)``
``ledger``       ``new_campaign(campaign)``, ``clean(campaign, draft)``, ``game_of(state, draft)``,
                 ``apply(state, entry)``, ``fold(campaign, entries)``, ``as_of(campaign, entries,
                 game)``, ``strike(campaign, entries, strike_entry)``, ``changes(before, after)``,
                 ``describe(state, entry)``, ``touched(campaign, entry)``
``state``        the frozen dataclasses that the fold produces
``verbs``        ``index``: ``VERBS``, ``verb_for``, ``verbs_of``; ``verb.Verb``; each topic's verbs
``arguments``    the kinds of arguments of verbs; ``kind.Reading``: what a line is read with
``lexicon``      ``lexicon_for(language, catalogues)``: what may be typed, in every language
``roles``        ``Role``, ``Actor``, ``may_use``, ``check_write``, ``check_strike``
``line``         ``parse``, ``preview``, ``preview_draft``, ``complete``, ``usages``, ``short_form``
``steps``        ``walkthrough``: ``setup(state, players)``, ``cleanup(state)``; ``joining.plan(...)``:
                 catching up mid-way
``onto_table``   ``carried(state, game)``, ``house_tokens(state)``: what a game's table has of the
                 ledger; ``ledger_key(state, key)``: the way back
``ticks``        ``lacking(entries, table, written)``: the ticks of the ledger that its table lacks
``takeover``     ``difference``: what a game's table says and the ledger does not, as entries to write
``unwritten``    ``unwritten(state, table)``: the same at a glance, while the game is played
``standings``    wins, points and averages
``export``       ``Document``, ``write``, ``read``, ``canonical``
``codec``        ``dump(state)``, ``load(campaign, text)``: the snapshot

To write one entry: ``clean`` the draft, ``check_write``, make an ``Entry`` with the next number
and ``game_of``, ``apply`` it to the state, store the entry, and project ``changes(before, after)``.
A refusal raises ``errors.LedgerError`` and leaves everything as it was.
"""
