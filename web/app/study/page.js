// @ts-check
// The study: the board, what the computer thinks, the tree of turns, and what the analysis of a game says. Composition only.

import { lastTurn, materialOf } from '../../board/index.js';
import { boardPage } from '../board-page.js';
import { boardSettings } from '../board-settings.js';
import { randomNonce } from '../bytes.js';
import { h, setAttr, setChildren, setText } from '../dom.js';
import { failureText, refusalOf } from '../failure-text.js';
import { familyOf } from '../families/index.js';
import { gameOf } from '../games.js';
import { late } from '../late.js';
import { missingPanel } from '../missing-panel.js';
import { listenToKeys } from '../table-keys.js';
import { openPlayDialog } from './dialogs.js';
import { chanceOf, createEngine } from './engine.js';
import { createExchange } from './exchange.js';
import { createStudyParts } from './layout.js';
import { createKeptStudies } from './kept-studies.js';
import { arrowsFor } from './lines.js';
import { createReport, judgedRound, turningPoints } from './report.js';
import { digitsOf } from './rolls.js';
import { createRounds } from './rounds.js';
import { createSession } from './session.js';
import { gameTitle, namesIn, ownColour, playersText, studiesAt } from './source.js';
import { shapesOf, strokesText } from './strokes.js';
import { ROOT, following, grown, isMain, mainLine, nodeAt, playedIn, plyOf, previous } from './tree.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {import('../../protocol.js').Colour} Colour */
/** @typedef {import('../../protocol.js').View} View */

/**
 * @param {Context} context
 * @param {import('../route.js').StudyRoute} route
 * @returns {import('../context.js').Page}
 */
export function createStudyPage(context, route) {
  const element = h('div', { class: 'study', attrs: { 'data-tab': 'moves' } });
  /** The table whose game is studied, and a study for each of its rounds. @type {import('./source.js').StudiedTable | null} */
  let table = null;
  let isFlipped = context.settings.get().flip;
  /** The line that is pointed at. @type {number | null} */
  let pointed = null;
  /** The arrows that are on the board. */
  let arrows = '';
  /** What was told last. */
  let announced = '';
  let problem = '';
  /** @type {import('./layout.js').StudyParts | null} */
  let parts = null;
  const listening = new AbortController();

  const session = createSession(context, {
    onChange() {
      // Something else is shown, or said about it.
      parts?.reason.clear();
      update();
    },
    onRefused(error) {
      const { text, rule } = refusalOf(context, error);
      parts?.board.refuse('');
      parts?.reason.tell(text, rule);
    },
    onWhy: (text, rule) => parts?.reason.tell(text, rule),
  });
  const rounds = createRounds(context, session, route.round, update);
  const engine = createEngine(context, showThought);
  const report = route.table === null ? null : createReport(context, route.table, update);

  const exchange = createExchange(context, { picture: () => parts?.board.picture() ?? '', caption, onAddress: keep });
  const kept = createKeptStudies();
  let keptAs = kept.idAt(location.pathname + location.search + location.hash);

  const view = () => session.answer()?.view ?? null;

  /** How the turn of a node was judged, if it is the one that was played in the game. @param {number} id */
  function judgedNode(id) {
    const { tree } = session.study();
    const judged = id === ROOT ? undefined : report?.get().turns.get(`${rounds.round()}.${plyOf(tree, id)}`);
    return judged !== undefined && isMain(tree, id) && playedIn(judged.text) === playedIn(nodeAt(tree, id).turn) ? judged : null;
  }

  const build = () => createStudyParts(context, {
    element, session, engine, exchange, kept, settings: shownAs(), signal: listening.signal,
    doing: { flip, share: () => void exchange.share(outgoing()), openEditor, closeEditor, playFromHere, openPlay, showBetter, retry, goToTurn, update, step, draw, startReport: () => report?.start(), point },
  });

  /** Arrows show the line that is pointed at. @param {number | null} line */
  function point(line) {
    pointed = line;
    showArrows();
  }

  const shownAs = () => ({ ...boardSettings(context), isFlipped });

  function flip() {
    isFlipped = !isFlipped;
    parts?.board.set({ isFlipped });
    update();
  }

  /** A turn of the game that was played, by its number. @param {number} turn */
  function goToTurn(turn) {
    void session.go(turn === 0 ? ROOT : (mainLine(session.study().tree)[turn - 1] ?? ROOT));
  }

  /** The node of a turn of the game. @param {JudgedTurn} judged */
  const nodeOf = (judged) => mainLine(session.study().tree)[judged.turn - 1] ?? ROOT;

  /** What would have been better becomes a variation. @param {JudgedTurn} judged */
  async function showBetter(judged) {
    const before = previous(session.study().tree, nodeOf(judged));
    await session.go(before);
    const line = judged.best_line.length > 0 ? judged.best_line : judged.best === null ? [] : [judged.best];
    const { tree, id } = grown(session.study().tree, before, line.map(({ text }) => text));
    const [first] = line.length > 0 ? [grown(tree, before, [line[0].text]).id] : [id];
    await session.playLine(line.map(({ text }) => text));
    await session.go(first);
  }

  /** @param {JudgedTurn} judged */
  function retry(judged) {
    void parts?.retry.begin(judged, previous(session.study().tree, nodeOf(judged)));
    parts?.board.focus();
  }

  /** @param {Colour} [side] otherwise the one whose turn it is */
  function playFromHere(side) {
    const shown = view();
    const position = session.answer()?.position;
    if (shown === null || !position) return;
    openPlay(position, side ?? (shown.to_act === null ? 'light' : shown.seats[shown.to_act].colour));
  }

  /** @param {readonly import('../../board/types.js').Shape[]} shapes */
  function draw(shapes) {
    session.annotate(session.study().current, { strokes: strokesText(shapes) });
  }

  /** @param {number} turns */
  function step(turns) {
    if (parts?.editor.isOpen() === false) parts.moves.key(turns < 0 ? 'ArrowLeft' : 'ArrowRight');
  }

  async function showKeys() {
    (await late(context, import('../keys-dialog.js')))?.openKeysDialog(context, 'study');
  }

  /** @param {string} start @param {Colour} side */
  function openPlay(start, side) {
    openPlayDialog(context, { ruleset: session.study().ruleset, start, side, game: view()?.game ?? 'tablut' });
  }

  /** Who played it, if somebody did. */
  const names = () => (table === null ? namesIn(context.say, session.study(), view()?.game ?? 'tablut') : playersText(context.say, table.view, rounds.round()));

  /** What stands below a picture of it. @returns {import('../png.js').Caption} */
  function caption() {
    const { say } = context;
    const { tree, current } = session.study();
    const game = gameTitle(say, view());
    const isPosition = current === ROOT || parts?.editor.isOpen() === true;
    return {
      names: names() || say('studies.title'),
      about: isPosition ? game : say('web.share.caption', { game, turn: plyOf(tree, current) }),
    };
  }

  /** What was tried is found again, even by those who have not kept its address. @param {string} address */
  function keep(address) {
    const { pathname, search, hash } = new URL(address);
    keptAs ??= randomNonce();
    kept.keep({ id: keptAs, address: pathname + search + hash, game: view()?.game ?? 'tablut', names: names(), turns: session.study().tree.nodes.size - 1, at: Date.now() });
  }

  /** What others are given of it. @returns {import('./exchange.js').Outgoing} */
  const outgoing = () => ({
    study: session.study(), position: (session.isCurrent() && session.answer()?.position) || '', all: rounds.all(), others: rounds.others(), table: route.table, round: rounds.round(),
  });

  function openEditor() {
    const answer = session.answer();
    if (!parts || !answer?.view) return;
    parts.retry.end();
    parts.drawing.end();
    element.toggleAttribute('data-editing', true);
    parts.board.set({ isEditable: true, strokes: [] });
    parts.editor.open(answer.view, answer.position ?? '', session.study().ruleset);
    update();
  }

  function closeEditor() {
    if (!parts?.editor.isOpen()) return;
    parts.editor.close();
    element.removeAttribute('data-editing');
    parts.board.set({ isEditable: false, shapes: [] });
    arrows = '';
    update();
  }

  function showArrows() {
    const shown = view();
    if (!parts || parts.editor.isOpen()) return;
    const lines = shown === null || !session.isCurrent() || parts.retry.isAsking() ? [] : parts.lines.lines();
    const shapes = shown === null ? [] : arrowsFor(shown, lines, pointed);
    const key = JSON.stringify(shapes);
    // Whoever drags a man is not to wait for arrows that are there already.
    if (key !== arrows) parts.board.set({ shapes });
    arrows = key;
  }

  /** How the light side stands: by the end of the game, by what is thought, or by the analysis of the game. @param {View | null} shown @param {JudgedTurn | null} judged */
  function chanceNow(shown, judged) {
    if (shown?.phase === 'over') return shown.winner ? Number(shown.seats[shown.winner].colour === 'light') : 0.5;
    return chanceOf(engine.state().thought) ?? judged?.chance_after ?? null;
  }

  function update() {
    if (problem !== '') return;
    if (report?.get().status === 'refused') return showProblem(context.say('studies.running'));
    parts ??= build();
    const { say } = context;
    const { tree, current } = session.study();
    const answer = session.answer();
    const shown = view();
    const isEditing = parts.editor.isOpen();
    parts.retry.moved();
    setText(parts.heading, shown === null ? say('studies.title') : gameTitle(say, shown));
    parts.games.element.hidden = route.table !== null;
    parts.games.update(shown);
    rounds.show(parts.rounds);
    setText(parts.players, names());
    // A position that is none has no board, but reasons.
    setText(parts.wait, answer === null ? say('web.loading') : answer.faults.map(({ text }) => text).join(' '));
    if (answer !== null && shown !== null && session.isCurrent() && !isEditing) {
      parts.board.set({ scene: { view: shown, lines: answer.lines, look: null }, strokes: shapesOf(nodeAt(tree, current).strokes) });
      tell(shown, answer.lines);
    }
    const isAsking = parts.retry.isAsking();
    // The men in the list are made of what those on the board are.
    setAttr(element, 'data-material', shown && materialOf(gameOf(shown.game).family, shown.game));
    setAttr(element, 'data-dice', shown !== null && String(familyOf(shown).hasDice));
    setAttr(element, 'data-asking', isAsking);
    const canThink = shown !== null && session.isCurrent() && shown.phase === 'playing' && !isEditing && !isAsking;
    if (session.isCurrent() || isEditing) engine.look(canThink ? session.request() : null);
    const judged = judgedNode(current);
    parts.moves.update(firstColour(), judgedNode, report?.get().turns);
    parts.verdict.update(isAsking ? null : judged, shown?.game ?? 'tablut');
    showReport(shown, plyOf(tree, current));
    showThought();
    document.title = title();
    keepAddress();
  }

  /** What the computer has found meanwhile, and nothing else: it comes often. */
  function showThought() {
    if (!parts || problem !== '') return;
    const { tree, current } = session.study();
    const shown = view();
    const { thought } = engine.state();
    parts.bar.update(shown, parts.retry.isAsking() ? null : chanceNow(shown, judgedNode(current)), isFlipped);
    parts.lines.update(shown);
    const next = following(tree, current);
    const ownRoll = next === current ? null : (/^(\d{3}):/.exec(nodeAt(tree, next).turn)?.[1] ?? null);
    parts.rolls.update(shown, thought?.type === 'rolls' ? thought.rolls : [], session.underWay().roll, ownRoll === null ? null : digitsOf(ownRoll));
    showArrows();
  }

  /** The side that began, as soon as that is known. @returns {Colour | null} */
  function firstColour() {
    const { view: shown, lines } = session.answer() ?? { view: null, lines: [] };
    const seat = lines[0]?.seat ?? shown?.to_act;
    return shown && seat ? shown.seats[seat].colour : null;
  }

  /** @param {View | null} shown @param {number} here */
  function showReport(shown, here) {
    if (!parts) return;
    const known = report?.get() ?? null;
    const round = rounds.round();
    const { tree, current } = session.study();
    const turns = known === null ? [] : judgedRound(known, round);
    const game = shown?.game ?? 'tablut';
    parts.graph.element.hidden = turns.length === 0;
    parts.graph.update(turns, mainLine(tree).length, isMain(tree, current) ? here : null, game);
    if (known !== null) parts.points.update(known, turningPoints(known, round), game, table && ownColour(table.view, round));
    else parts.points.progress.hidden = parts.points.element.hidden = true;
    parts.numbers.update(known?.rounds.find((one) => one.round === round) ?? null, game, names());
    setAttr(element, 'data-report', known !== null);
  }

  /** To those who listen: what was played to come here. @param {View} shown @param {readonly import('../../protocol.js').Line[]} lines */
  function tell(shown, lines) {
    const key = JSON.stringify([lines.length, lines[lines.length - 1]?.text, session.underWay()]);
    if (key === announced) return;
    const isFirst = announced === '';
    announced = key;
    if (!isFirst) context.announce(lines.length === 0 ? context.say('web.look.start') : lastTurn(context.say, { view: shown, lines, look: lines.length - 1 }));
  }

  /** What was tried is in the address; a game as it was played needs no more than its own. */
  function keepAddress() {
    if (rounds.isChanged() && parts?.editor.isOpen() !== true) exchange.keepAddress(outgoing, () => element.isConnected);
  }

  async function open() {
    try {
      const asked = await studiesAt(context, route);
      table = asked.table;
      // Home lists what was brought in, wherever that was.
      if (table !== null && route.table !== null) context.kept.see(route.table, table.view);
      if (table?.studies.length === 0) return showProblem(context.say('studies.running'));
      report?.start();
      await rounds.load(asked.studies, table?.studies, asked.standing);
      if (route.isEdited) openEditor();
    } catch (error) {
      showProblem(failureText(context, error));
    }
  }

  /** @param {string} text */
  function showProblem(text) {
    const { say } = context;
    problem = text;
    engine.look(null);
    parts?.board.destroy();
    takeDown();
    setChildren(element, missingPanel(say, say('studies.title'), text));
  }

  const title = () => `${context.say('studies.title')} – ${gameTitle(context.say, view())}`;

  const isSettingUp = () => parts?.editor.isOpen() === true;
  listenToKeys({
    look: (key) => !isSettingUp() && (parts?.moves.key(key) ?? false),
    flip,
    sketch: () => void (isSettingUp() || parts?.drawing.toggle()),
    next: (step) => parts?.board.focusNext(step),
    help: () => void showKeys(),
    drop: () => parts?.board.letGo() ?? false,
    type: () => false,
  }, listening.signal);

  /** Everything that is shown goes; what is studied stays. */
  function takeDown() {
    parts?.leave();
    parts = null;
  }

  update();
  void open();
  return boardPage(context, {
    element,
    title,
    board: () => parts?.board,
    shownAs,
    rebuild() {
      takeDown();
      element.removeAttribute('data-editing');
      void session.again();
      report?.start();
      update();
    },
    end() {
      parts?.leave();
      exchange.end();
      listening.abort();
      session.end();
      engine.end();
      report?.end();
    },
  });
}
