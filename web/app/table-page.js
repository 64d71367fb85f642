// @ts-check
// A table: the board, the players, what was played, what can be done.

import { Board, announce, lastTurn, materialOf } from '../board/index.js';
import { createActions } from './game-actions.js';
import { createAfter } from './after-game.js';
import { followBoard } from './board-room.js';
import { focusBoard, h, setAttr, setChildren, setIdle, setText } from './dom.js';
import { familyOf } from './families/index.js';
import { fileAddress } from './file-address.js';
import { gameOf } from './games.js';
import { goOnWhenSeen } from './go-on.js';
import { invitation, seatOffer } from './invitation.js';
import { createMoves } from './move-list.js';
import { formName } from './names.js';
import { createNotice } from './notice.js';
import { createPlayer } from './player.js';
import { createResultCard } from './result-card.js';
import { createRoundEnds } from './round-ends.js';
import { hashOf, studyPath } from './route.js';
import { openShareDialog } from './share-dialog.js';
import { createSheet } from './sheet.js';
import { createSocketConnection } from './socket-connection.js';
import { listenToKeys, listenToWheel } from './table-keys.js';
import { across, inRound, linesOf, mayPremove, momentIn, nearSeat } from './table-state.js';
import { nameAt, scoreOf, statusOf } from './status-texts.js';
import { createTableStore } from './table-store.js';
import { createTypedMove, typedChoices } from './typed-move.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('./move-list.js').Look} Look */
/** @typedef {import('../board/types.js').Scene} Scene */

/**
 * @param {Context} context
 * @param {string} id
 * @param {Look} moment
 * @returns {import('./context.js').Page}
 */
export function createTablePage(context, id, moment) {
  const element = h('div', { class: 'table' });
  /** @type {Look} */
  let look = moment;
  /** What is seen on the board only as long as somebody points at it. @type {Look} */
  let preview = null;
  /** Whether this board is seen from its other side than all others. */
  let isTurned = false;
  const ends = createRoundEnds();
  /** When the next round is shown because its clock runs. @type {ReturnType<typeof setTimeout> | undefined} */
  let goOnTimer;
  /** The round for which it was said that the end of the last one has been seen. */
  let readyFor = 0;
  /** Whether somebody no longer waits for an opponent. */
  let isCancelled = false;
  /** What screen readers have been told. @type {Scene | null} */
  let announced = null;
  /** The name with which somebody is about to sit down, while everything is written in another language. @type {string | null} */
  let typedName = null;
  /** @type {ReturnType<typeof build> | null} */
  let parts = null;
  /** @type {import('./connection.js').Connect} */
  const connect = (listener) => createSocketConnection({ address: (since) => context.api.socketAddress(id, context.lang(), since) }, listener);
  const store = createTableStore(context, id, connect, {
    stillIn: () => parts?.board.stillIn() ?? 0,
    onChange: update,
    onStatus: showConnection,
    onWhy: (text) => parts?.board.note(text),
    onRefused: (text) => parts?.board.refuse(text),
    onHint: (hint) => parts?.board.set({ hint }),
  });

  function build() {
    const { say } = context;
    const doing = {
      act: store.act,
      hint: store.askHint,
      say: store.speak,
      flip,
      share,
      studyPath: studyPath(id),
      keys: showKeys,
      dice: () => void import('./dice-dialog.js').then(({ openDiceDialog }) => openDiceDialog(context, store.state(), context.promises.of(id)), () => context.toast(say('web.error.server'))),
    };
    const host = h('div', { class: 'board-host' });
    goOnWhenSeen(host, { goOn: store.goOn, isMoving: () => (parts?.board.stillIn() ?? 0) > 0 });
    const overlay = h('div', { class: 'board-overlay' });
    const heading = h('h1');
    const score = h('p', { class: 'score' });
    const sheet = createSheet(context, element);
    const after = createAfter(context, doing);
    const board = Board(host, { say, ...boardSettings(), events: { command: store.play, why: store.askWhy, touch: store.forgetError, tell: context.announce, ahead: tellAhead } });
    const moves = createMoves(context, lookAt, showPreview);
    const made = {
      host,
      overlay,
      heading,
      score,
      after,
      board,
      sheet,
      moves,
      far: createPlayer(context, 'far'),
      near: createPlayer(context, 'near'),
      notice: createNotice(context, store.act, () => lookAt(null)),
      actions: createActions(context, doing),
      result: createResultCard(context, { goOn: () => lookAt(null), close: putAside, replay }, id, after.element),
      typed: createTypedMove(context, { choices: () => typedChoices(say, board.state()), play: store.play }),
      leave: followBoard(element, host),
    };
    listenToWheel(host, moves.step, listening.signal);
    setChildren(
      element,
      made.far.element,
      h('div', { class: 'table-main' }, h('div', { class: 'table-board' }, host, overlay, made.typed.element), made.notice.element),
      made.near.element,
      h('div', { class: 'hand' }, made.actions.turn, made.result.element, sheet.handle),
      sheet.element,
    );
    setChildren(sheet.element, h('div', { class: 'table-title' }, heading, score), made.actions.rest, moves.element);
    return made;
  }

  const isFlipped = () => context.settings.get().flip !== isTurned;

  function showKeys() {
    void import('./keys-dialog.js').then(({ openKeysDialog }) => openKeysDialog(context), () => context.toast(context.say('web.error.server')));
  }

  function boardSettings() {
    const { animate, sound, showMovable } = context.settings.get();
    return { animate, sound, isFlipped: isFlipped(), showsMovable: showMovable };
  }

  /** This board only: how all others are seen is chosen in the settings. */
  function flip() {
    isTurned = !isTurned;
    parts?.board.set(boardSettings());
    update();
  }

  /** @param {Look} next */
  function lookAt(next) {
    const isNews = look !== null || next !== null;
    look = next;
    preview = null;
    if (next === null && ends.held() !== null) ends.goOn();
    // The address of a moment can be copied from the bar; looking around does not fill the history.
    history.replaceState(null, '', look === null ? location.pathname : hashOf(look));
    update();
    if (isNews) tellMoment();
  }

  /** @param {Look} next */
  function showPreview(next) {
    preview = next;
    update();
  }

  function putAside() {
    ends.putAside();
    update();
    if (parts) focusBoard(parts.result.element);
  }

  /** The end of the round that the card tells of. @param {number} turn */
  function replay(turn) {
    ends.putAside();
    parts?.moves.replay(turn);
  }

  /** The moment looked at, and what was played in it. */
  function tellMoment() {
    const state = store.state();
    if (state.view === null) return;
    const { say } = context;
    if (look === null) return context.announce(statusOf(say, state.view).head);
    const { round, turn } = look;
    context.announce(turn === 0 ? say('web.look.start') : say('web.look', { turn }));
    if (turn > 0) context.announce(lastTurn(say, { view: inRound(state.view, round), lines: linesOf(state, round), look: turn - 1 }));
  }

  /** @param {import('../board/types.js').Arrow | null} move chosen before one's turn */
  const tellAhead = (move) => context.announce(move === null ? context.say('web.premove.dropped') : context.say('web.premove', { ...move }));

  function share() {
    const view = store.state().view;
    const at = look ?? (view?.phase === 'over' && view.turns > 0 ? { round: view.round, turn: view.turns } : null);
    if (view === null) return;
    const { say } = context;
    const round = at?.round ?? view.round;
    const lines = linesOf(store.state(), round);
    const names = `${nameAt(say, view, 'host')} – ${nameAt(say, view, 'guest')}`;
    const caption = (/** @type {number} */ turn) => ({ names, about: say('web.share.caption', { game: say(gameOf(view.game).title), turn }) });
    openShareDialog(context, {
      id,
      path: location.pathname + (at === null ? '' : hashOf(at)),
      picture: () => parts?.board.picture() ?? '',
      caption: caption(at?.turn ?? lines.length),
      film: view.board === null || lines.length === 0 ? null : { scene: { view: inRound(view, round), lines, look: null }, isFlipped: isFlipped(), caption },
    });
  }

  function update() {
    const state = store.state();
    const { view } = state;
    // Those who come later want to see this game, not the next one.
    if (state.next !== null && state.isNextNew) {
      context.go(state.next);
      return;
    }
    if (view === null) {
      showMissing();
      return;
    }
    parts ??= build();
    context.kept.see(id, view);
    if (isCancelled && view.phase === 'aborted') {
      context.go('/');
      return;
    }
    // What an address names is known only when the game is.
    look = momentIn(state, ends.see(state, look));
    const { say } = context;
    const near = isFlipped() ? across(nearSeat(view)) : nearSeat(view);
    const isEnded = view.phase === 'over' || view.phase === 'aborted';
    // The men beside the players are made of what those on the board are.
    setAttr(element, 'data-material', view.board && materialOf(view));
    setAttr(element, 'data-dice', view.board && String(familyOf(view).hasDice));
    // What is told of an end is not told under the sheet.
    if ((isEnded && element.dataset['phase'] !== view.phase) || (ends.told() !== null && !element.hasAttribute('data-told'))) parts.sheet.close();
    setAttr(element, 'data-phase', view.phase);
    setAttr(element, 'data-busy', store.isBusy());
    setAttr(element, 'data-looking', look !== null);
    setAttr(element, 'data-told', ends.told() !== null);
    setText(parts.heading, say(gameOf(view.game).title));
    showScore(view);
    parts.near.update(state, near);
    parts.far.update(state, across(near));
    parts.moves.update(state, look);
    parts.notice.update(view, store.answer(), look, ends.held());
    parts.actions.turn.hidden = parts.actions.rest.hidden = isEnded || view.phase === 'waiting';
    parts.after.element.hidden = !isEnded;
    if (isEnded) parts.after.update(state);
    else parts.actions.update(view, store.isBusy());
    parts.result.update(view, ends.told(), linesOf(state, ends.told() ?? 0).length);
    const wasInOverlay = parts.overlay.contains(document.activeElement);
    showOverlay(view);
    // A seat is asked for once; after a refusal it can be asked for again.
    const sitDown = parts.overlay.querySelector('button[type=submit]');
    if (sitDown instanceof HTMLElement) setIdle(sitDown, store.isBusy());
    if (view.board !== null) {
      const seen = momentIn(state, preview ?? look);
      const round = seen?.round ?? view.round;
      // To the board a moment is the number of its last line; before the first there is none.
      parts.board.set({ scene: { view: inRound(view, round), lines: linesOf(state, round), look: seen === null ? null : seen.turn - 1 }, premoves: mayPremove(view) });
      // Who has just sat down, or had the link in hand when the other one did, goes on at the board.
      if (wasInOverlay && parts.overlay.hidden) focusBoard(parts.overlay);
    }
    goOnInTime(view);
    announceChange({ view, lines: linesOf(state, view.round), look: null });
    document.title = title();
    tick();
  }

  /** The clock of a round waits until the end of the last one has been seen, but not for ever. @param {View} view */
  function goOnInTime(view) {
    clearTimeout(goOnTimer);
    const wait = view.clock?.wait;
    if (!wait) return;
    if (ends.held() !== null) goOnTimer = setTimeout(() => lookAt(null), Math.max(0, wait.left - (performance.now() - store.state().readAt)));
    else if (readyFor !== view.round) {
      readyFor = view.round;
      store.ready();
    }
  }

  /** @param {Scene} scene */
  function announceChange(scene) {
    if (scene.view.board === null || announced?.view === scene.view) return;
    const finished = announced === null ? [] : linesOf(store.state(), announced.view.round);
    for (const text of announce(context.say, announced, scene, finished)) context.announce(text);
    announced = scene;
  }

  /** @param {View} view */
  function showScore(view) {
    if (!parts) return;
    const { near, far } = scoreOf(view);
    const text = context.say('web.score', { round: view.round, near, far });
    setText(parts.score, view.form === 'single' ? '' : text);
    setAttr(parts.score, 'title', formName(context.say, view.form));
  }

  /** @param {View} view */
  function showOverlay(view) {
    if (!parts) return;
    const kind = view.phase !== 'waiting' ? '' : view.may.includes('join') ? 'join' : 'invite';
    if (parts.overlay.dataset['kind'] === kind) return;
    parts.overlay.dataset['kind'] = kind;
    parts.overlay.hidden = kind === '';
    setChildren(
      parts.overlay,
      kind !== '' && h('img', { class: 'waiting-board', attrs: { src: fileAddress(`pictures/${gameOf(view.game).picture}.svg`), alt: '', width: 600, height: 500 } }),
      kind === 'join' && seatOffer(context, view, typedName, store.join),
      kind === 'invite' && invitation(context, id, view, cancel),
    );
  }

  /** Nobody has come: the table is taken away. */
  function cancel() {
    isCancelled = true;
    store.act('abort');
  }

  function showMissing() {
    const { say } = context;
    if (store.isMissing()) context.setBanner('');
    else {
      if (element.childElementCount === 0) setChildren(element, h('p', { class: 'table-loading', attrs: { role: 'status' } }, say('web.loading')));
      return;
    }
    setChildren(
      element,
      h(
        'section',
        { class: 'panel missing' },
        h('h1', null, say('web.missing')),
        h('p', null, say('web.missing.about')),
        h('a', { class: 'button button-primary', attrs: { href: '/' } }, say('web.missing.home')),
      ),
    );
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  function tick() {
    clearTimeout(timer);
    const state = store.state();
    if (!parts || state.view === null) return;
    const near = isFlipped() ? across(nearSeat(state.view)) : nearSeat(state.view);
    const now = performance.now();
    const wait = Math.min(parts.near.tick(state, near, now), parts.far.tick(state, across(near), now));
    if (wait !== Infinity) timer = setTimeout(tick, wait);
  }

  function title() {
    const { view } = store.state();
    if (view === null) return 'Tablen';
    const game = context.say(gameOf(view.game).title);
    return view.acts_for !== null && view.viewer !== 'both' ? `● ${statusOf(context.say, view).head} – ${game}` : `${game} – Tablen`;
  }

  /** @param {import('./connection.js').Status} status */
  function showConnection(status) {
    document.body.dataset['link'] = status;
    if (status === 'open') context.setBanner('');
    else if (status === 'stopping') context.setBanner(context.say('web.link.stopping'));
    else if (status === 'lost') context.setBanner(context.say(navigator.onLine ? 'web.link.lost' : 'web.link.offline'));
  }

  /** Somebody is back at the page, or the network is. */
  function comeBack() {
    if (document.visibilityState === 'visible') store.hurry();
  }

  const listening = new AbortController();
  const { signal } = listening;
  listenToKeys({
    look: (key) => parts?.moves.key(key) ?? false,
    flip,
    next: (step) => parts?.board.focusNext(step),
    help: showKeys,
    drop: () => parts?.board.letGo() ?? false,
    type(text) {
      if (!parts || parts.board.state().actions.targets.size === 0) return false;
      parts.typed.open(text);
      return true;
    },
  }, signal);
  addEventListener('online', comeBack, { signal });
  document.addEventListener('visibilitychange', comeBack, { signal });
  const stopSettings = context.settings.onChange((_, changed) => {
    if ('lang' in changed) return;
    parts?.board.set(boardSettings());
    update();
  });

  /** Everything that is shown goes; what is known of the table stays. */
  function takeDown() {
    parts?.moves.end();
    parts?.result.end();
    parts?.leave();
    parts?.board.destroy();
    parts = null;
  }

  update();
  return {
    element,
    title,
    relabel() {
      store.speakLanguage();
      typedName = parts?.overlay.querySelector('input')?.value ?? null;
      takeDown();
      update();
    },
    end() {
      clearTimeout(timer);
      clearTimeout(goOnTimer);
      listening.abort();
      delete document.body.dataset['link'];
      context.setBanner('');
      stopSettings();
      takeDown();
      store.end();
    },
  };
}
