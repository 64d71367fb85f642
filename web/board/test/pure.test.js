// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe as suite, test } from 'node:test';
import { changesOf, difference, placementOf } from '../changes.js';
import { loupeSpot } from '../drag-overlay.js';
import { familyOf } from '../families/index.js';
import { readArrangement } from '../families/tafl/index.js';
import { taflGeometry } from '../families/tafl/layout.js';
import { tavliGeometry } from '../families/tavli/layout.js';
import { nearestPoint, neighbour } from '../geometry.js';
import { carry, settle } from '../pieces.js';
import { pointName } from '../point-names.js';
import { runsOf } from '../runs.js';
import { announce, describe, lastTurn, pickedSentence } from '../sentences.js';
import { layOut } from '../stacks.js';
import { actionsOf, targetFor } from '../state.js';
import { createTweens } from '../tween.js';
import { allScenes, sayer } from './scenes.js';

/** @typedef {import('../types.js').Scene} Scene */
/** @typedef {import('../types.js').Point} Point */

const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const scenes = await allScenes(async (name) => JSON.parse(await read(`fixtures/${name}.json`)));
const languages = await Promise.all(['en', 'fr', 'it'].map(async (lang) => ({ lang, say: sayer(await read(`texts/${lang}/board.txt`), lang) })));
const { say } = languages[0];
const COLUMNS = /** @type {import('../../protocol.js').TavliBoard} */ (scenes['tavli-start'].view.board).columns;
const FIXTURES = Object.keys(scenes).filter((name) => !/stacks|bearing|tuichi|captured|escaped/.test(name));

/** Where everything is, whatever its order. @param {Iterable<{ at: string, kind: string } | [string, string]>} pieces */
const census = (pieces) => [...pieces].map((piece) => (Array.isArray(piece) ? piece.join(' ') : `${piece.at} ${piece.kind}`)).sort();

suite('reading', () => {
  test('an arrangement is read row 1 first', () => {
    const pieces = readArrangement('/3t1/1K12/2T2/');
    assert.deepEqual(pieces, [['D1', 'dark'], ['B2', 'king'], ['C3', 'light']]);
  });
  test('equal neighbours are taken together', () => {
    assert.deepEqual(runsOf(['a', 'b', 'b', 'a']), [{ item: 'a', times: 1 }, { item: 'b', times: 2 }, { item: 'a', times: 1 }]);
    assert.deepEqual(runsOf([]), []);
  });
  test('Z1: both cells of a column', () => assert.deepEqual([4, 21, 13, 24].map((cell) => COLUMNS[cell - 1]), [4, 4, 12, 1]));
});

suite('the loupe', () => {
  /** @type {Array<[string, number, number]>} */
  const windows = [['upright', 360, 740], ['on its side', 740, 360], ['a small one on its side', 568, 320]];
  for (const [name, width, height] of windows) {
    test(`is seen whole and never under the hand: ${name}`, () => {
      for (let x = 0; x <= width; x += 5) {
        for (let y = 0; y <= height; y += 5) {
          const spot = loupeSpot(x, y, width, height);
          assert.ok(spot.x >= 0 && spot.y >= 0 && spot.x + 148 <= width && spot.y + 148 <= height, `${x}, ${y}: ${JSON.stringify(spot)}`);
          assert.ok(spot.y + 148 < y || spot.x > x || spot.x + 148 < x, `${x}, ${y}: above or beside the finger`);
        }
      }
    });
  }
});

suite('geometry', () => {
  for (const size of [7, 9, 11, 17, 19]) {
    test(`${size} rows: every cell once, A1 at the bottom left`, () => {
      const { rows, points } = taflGeometry(size, false, false);
      assert.equal(new Set(rows.flat()).size, size * size);
      assert.equal(rows[size - 1][0], 'A1');
      const [first, last] = ['A1', rows[0][size - 1]].map((id) => /** @type {Point} */ (points.get(id)));
      assert.ok(first.x < last.x && first.y > last.y);
    });
  }
  test('Z1: cell 1 is top right, 13 bottom left, 24 bottom right; men wait at the right', () => {
    const { rows, points } = tavliGeometry(COLUMNS, false, true);
    assert.deepEqual([rows[0][11], rows[2][0], rows[2][11]], ['1', '13', '24']);
    const x = (/** @type {string} */ id) => /** @type {Point} */ (points.get(id)).x;
    assert.ok(x('hand-light') > x('1') && x('off-dark') > x('24') && x('m4') === x('21') && x('m4') === x('4'));
  });
  test('flipped boards are turned by half', () => {
    assert.equal(tavliGeometry(COLUMNS, true, true).rows[2][0], 'hand-dark');
    assert.equal(taflGeometry(9, true, false).rows[0][0], 'I1');
  });
  test('every point lies inside the picture, apart from the others', () => {
    for (const geometry of [tavliGeometry(COLUMNS, false, false), tavliGeometry(COLUMNS, true, true), taflGeometry(19, false, true), taflGeometry(9, true, false)]) {
      const points = [...geometry.points.values()];
      for (const point of points) {
        assert.ok(point.x - point.width / 2 >= 0 && point.x + point.width / 2 <= geometry.width, point.id);
        assert.ok(point.y - point.height / 2 >= 0 && point.y + point.height / 2 <= geometry.height, point.id);
        assert.equal(points.filter((other) => Math.abs(other.x - point.x) < (other.width + point.width) / 2 - 0.1
          && Math.abs(other.y - point.y) < (other.height + point.height) / 2 - 0.1).length, 1, point.id);
      }
    }
  });
  test('on a phone of 360 pixels a cell of the slab is 24 pixels from the next', () => {
    const { width, points } = tavliGeometry(COLUMNS, false, false);
    const x = (/** @type {string} */ id) => /** @type {Point} */ (points.get(id)).x;
    assert.ok(((x('1') - x('2')) * 360) / width >= 24);
  });
  test('arrows walk over rows of different lengths and stop at the edge', () => {
    const geometry = tavliGeometry(COLUMNS, false, true);
    assert.equal(neighbour(geometry, '1', 'right'), 'hand-light');
    assert.equal(neighbour(geometry, 'hand-dark', 'down'), 'm1');
    assert.equal(neighbour(geometry, 'm4', 'down'), '21');
    assert.equal(neighbour(geometry, '13', 'down'), 'dice');
    assert.equal(neighbour(geometry, '12', 'left'), '12');
    assert.equal(neighbour(geometry, '5', 'first'), '12');
  });
  test('the nearest point is found within reach only', () => {
    const geometry = taflGeometry(9, false, false);
    const { x, y } = /** @type {Point} */ (geometry.points.get('A1'));
    assert.equal(nearestPoint(geometry, x + 20, y, 0), 'A1');
    assert.equal(nearestPoint(geometry, x - 30, y, 3), null);
    assert.equal(nearestPoint(geometry, x + 20, y, 30, (id) => id === 'B1'), 'B1');
  });
});

suite('pieces travel along what was played', () => {
  for (const name of FIXTURES) {
    test(`${name}: every turn forwards and backwards, with the same men`, () => {
      const scene = scenes[name];
      let id = 0;
      let shown = { ...scene, look: -1 };
      /** @type {readonly import('../types.js').Piece[]} */
      let pieces = settle([], placementOf(shown), () => ++id);
      const count = pieces.length;
      const turns = scene.lines.map((_, index) => index);
      for (const look of [...turns, null, ...turns.toReversed(), -1]) {
        const next = { ...scene, look };
        const { back, forth } = difference(changesOf(shown), changesOf(next));
        pieces = carry(pieces, back, forth).pieces;
        assert.deepEqual(census(pieces), census(placementOf(next)), `look ${look}`);
        pieces = settle(pieces, placementOf(next), () => ++id);
        shown = /** @type {any} */ (next);
      }
      assert.equal(id, count, 'no piece was made anew');
    });
  }
  test('hits, re-entries and captures are moves of their own', () => {
    const changes = changesOf(scenes['tavli-middle']);
    const hits = changes.filter((change) => change.sound === 'hit');
    assert.ok(hits.length > 10 && hits.every(({ moves }) => moves[0].to.startsWith('m') && moves[0].kind !== moves[1].kind));
    assert.ok(changes.some(({ moves }) => moves[0].from.startsWith('m')));
    const [takes] = changesOf(scenes['tablut-tuichi']);
    assert.deepEqual(takes.moves.map(({ to }) => to), ['A3', 'taken-light', 'taken-light']);
  });
  test('a placement that no motion explains is settled without losing anyone', () => {
    const before = [{ id: 1, kind: /** @type {const} */ ('light'), at: '3' }, { id: 2, kind: /** @type {const} */ ('dark'), at: '4' }];
    const after = settle(before, [['5', 'light'], ['4', 'dark'], ['6', 'dark']], () => 9);
    assert.deepEqual(after.map(({ id, at }) => [id, at]), [[2, '4'], [1, '5'], [9, '6']]);
  });
});

suite('stacks', () => {
  test('fifteen men fit into a cell and are counted', () => {
    const geometry = tavliGeometry(COLUMNS, false, true);
    const pieces = Array.from({ length: 15 }, (_, id) => ({ id, kind: /** @type {const} */ ('dark'), at: '2' }));
    const { spots, badges } = layOut(geometry, pieces);
    const point = /** @type {Point} */ (geometry.points.get('2'));
    for (const { y } of spots.values()) assert.ok(Math.abs(y - point.y) <= point.height / 2 - 19);
    assert.deepEqual(badges.map(({ count }) => count), [15]);
  });
  test('a few men need no number', () => {
    const pieces = [1, 2, 3].map((id) => ({ id, kind: /** @type {const} */ ('light'), at: '2' }));
    assert.deepEqual(layOut(tavliGeometry(COLUMNS, false, true), pieces).badges, []);
  });
});

suite('actions', () => {
  test('nothing can be moved while looking back or watching', () => {
    assert.equal(actionsOf(scenes['alea-looking-back']).targets.size, 0);
    assert.equal(actionsOf(scenes['tavli-spectator']).targets.size, 0);
  });
  test('what may not be played is not offered', () => {
    for (const name of ['tablut-middle', 'tavli-middle']) {
      const scene = scenes[name];
      assert.ok(actionsOf(scene).targets.size > 0);
      const { targets, mayUndo } = actionsOf({ ...scene, view: { ...scene.view, may: ['undo-step', 'resign'] } });
      assert.equal(targets.size, 0);
      assert.equal(mayUndo, true);
    }
  });
  test('steps and moves become commands with the places of the protocol', () => {
    const tavli = actionsOf(scenes['tavli-middle']);
    const step = targetFor(tavli, 'm12', { to: '14' });
    assert.ok(step);
    assert.deepEqual(step.command, { command: 'turn', steps: [{ from: 'm12', die: '3' }] });
    const tablut = actionsOf(scenes['tablut-middle']);
    const move = targetFor(tablut, 'C5', { to: 'C4' });
    assert.ok(move);
    assert.deepEqual(move.command, { command: 'move', from: 'C5', to: 'C4' });
    assert.equal(targetFor(tablut, 'C5', { to: 'A1' }), null);
  });
  test('several numbers take one man on, and whom it hits on its way is told', () => {
    const actions = actionsOf(scenes['tavli-stacks']);
    const far = targetFor(actions, 'm3', { to: '12' });
    assert.ok(far);
    assert.deepEqual(far.captures, ['6']);
    assert.deepEqual(far.command, { command: 'turn', steps: [{ from: 'm3', die: '4' }, { from: '6', die: '6' }] });
    assert.equal(targetFor(actions, 'm3', { die: '6' })?.to, '8', 'a die that is asked for is played alone');
  });
});

suite('words', () => {
  for (const { lang, say: speak } of languages) {
    test(`${lang}: every scene has names and sentences without holes`, () => {
      for (const scene of Object.values(scenes)) {
        const geometry = scene.view.game === 'tavli' ? tavliGeometry(COLUMNS, false, true) : taflGeometry(/** @type {any} */ (scene.view.board).size, false, true);
        const pieces = placementOf(scene).map(([at, kind], id) => ({ id, kind, at }));
        const actions = actionsOf(scene);
        const picked = [...actions.targets.keys()][0] ?? null;
        const texts = geometry.rows.flat().flatMap((id) => [null, picked].map((from) =>
          pointName(speak, scene, /** @type {Point} */ (geometry.points.get(id)), pieces.filter(({ at }) => at === id), actions, from)));
        for (const text of [...texts, ...describe(speak, scene), ...announce(speak, { ...scene, lines: [] }, scene)]) {
          assert.doesNotMatch(text, /undefined|[{}]|NaN/);
        }
      }
    });
  }
  test('names say where, what, and what can be done', () => {
    const scene = scenes['brandubh-middle'];
    const name = (/** @type {string} */ id, /** @type {string | null} */ picked = null) => {
      const pieces = placementOf(scene).map(([at, kind], index) => ({ id: index, kind, at }));
      return pointName(say, scene, /** @type {Point} */ (taflGeometry(7, false, true).points.get(id)), pieces.filter(({ at }) => at === id), actionsOf(scene), picked);
    };
    assert.equal(name('D4'), 'D4, konakis, king, 2 moves');
    assert.equal(name('C7', 'C4'), 'C7, empty, can be reached, takes 1 man');
    assert.equal(name('C4', 'C4'), 'C4, defender, taken up');
  });
  test('what happened is told: turns, captures, hits, calls, results', () => {
    const tavli = scenes['tavli-middle'];
    const before = { ...tavli, view: { ...tavli.view, to_act: /** @type {const} */ ('guest') }, lines: tavli.lines.slice(0, -1) };
    const told = announce(say, before, tavli);
    assert.match(told[0], /^Black: .*cell 10 to cell 12, hitting a man/);
    assert.equal(told[1], 'Your turn, dice 1, 2, 3.');
    const both = { ...tavli.view, viewer: /** @type {const} */ ('both') };
    assert.deepEqual(describe(say, { ...tavli, view: both }).slice(-1), ['White to move, dice 1, 2, 3.']);
    const tuichi = scenes['tablut-tuichi'];
    const calls = announce(say, { ...tuichi, lines: tuichi.lines.slice(0, 1) }, tuichi);
    assert.deepEqual(calls, ['Swedes: E4 to C4, taking 1 man on C5.', 'Tuichi: the king has two or more free ways.', 'Gare au roi: the king can be captured.']);
    assert.match(describe(say, scenes['alea-over']).join(' '), /By resignation\. .*Victory for (White|Black)\./);
  });

  /** White in a turn of tavli: steps made, lines played. @param {any} view @param {any[]} lines @returns {Scene} */
  function tavliScene(view, lines = []) {
    const { view: fixture } = scenes['tavli-middle'];
    const { board, ...others } = view;
    return { view: { ...fixture, viewer: 'host', to_act: 'host', may: ['step'], ...others, board: { ...fixture.board, steps: [], ...board } }, lines, look: null };
  }
  const step = (/** @type {string} */ from, /** @type {string} */ to) => ({ from, to, die: to, hit: null });
  const turn = (/** @type {any} */ line) => ({ round: 1, turn: 1, seat: 'host', text: '', ...line });
  const [enter, three] = [step('hand', '3'), [step('hand', '3'), step('hand', '3'), step('20', 'off')]];

  test('steps of one’s own are told one by one and not again with the turn', () => {
    const [start, one] = [tavliScene({}), tavliScene({ board: { steps: [enter] } })];
    assert.deepEqual(announce(say, start, one), ['hand to cell 3']);
    assert.deepEqual(announce(say, one, start), ['A step is taken back.']);
    const theirs = { to_act: /** @type {const} */ ('guest'), may: [], board: { roll: null } };
    const whole = tavliScene({ board: { steps: three } });
    assert.deepEqual(announce(say, whole, tavliScene(theirs, [turn({ steps: three })])), ['Black to throw the dice.']);
    const missed = announce(say, one, tavliScene(theirs, [turn({ steps: three })]));
    assert.deepEqual(missed, ['hand to cell 3; cell 20 off the board', 'Black to throw the dice.'], 'what was not told yet');
  });
  test('what the other one plays is told when it is whole, equal steps once', () => {
    for (const viewer of ['guest', 'spectator']) {
      const [start, one] = [tavliScene({ viewer }), tavliScene({ viewer, board: { steps: [enter] } })];
      assert.deepEqual(announce(say, start, one), []);
      const over = tavliScene({ viewer, to_act: 'guest', board: { roll: null } }, [turn({ steps: three })]);
      const next = viewer === 'guest' ? 'Your turn: throw the dice.' : 'Black to throw the dice.';
      assert.deepEqual(announce(say, one, over), ['White: 2 times hand to cell 3; cell 20 off the board.', next]);
    }
  });
  test('a turn in which nothing is left to play says so', () => {
    const stuck = tavliScene({ may: ['confirm'], board: { next: [] } });
    assert.deepEqual(announce(say, tavliScene({ may: ['roll'], board: { roll: null } }), stuck), ['No number can be played: the turn can be ended.']);
    const played = tavliScene({ may: ['confirm', 'undo-step'], board: { next: [], steps: [enter] } });
    assert.deepEqual(announce(say, tavliScene({}), played), ['hand to cell 3', 'All is played: the turn can be ended.']);
    assert.deepEqual(announce(say, played, played), []);
  });
  test('a round that ends is told to its end before the next one is described', () => {
    const before = tavliScene({ viewer: 'guest', form: 'best-of-3', round: 1, rounds: [] }, [turn({ steps: [enter] })]);
    const { host, guest } = before.view.seats;
    const after = tavliScene({
      viewer: 'guest', form: 'best-of-3', round: 2, rounds: [{ winner: 'host', reason: 'borne-off', captured: { host: 0, guest: 0 } }],
      seats: { host: { ...host, colour: 'dark', rounds_won: 1 }, guest: { ...guest, colour: 'light', rounds_won: 0 } }, board: { roll: null },
    });
    const finished = [...before.lines, /** @type {any} */ (turn({ turn: 2, steps: [step('20', 'off')] }))];
    const told = announce(say, before, after, finished);
    assert.deepEqual(told.slice(0, 4), [
      'White: cell 20 off the board.', 'All men are borne off.', 'The round goes to White.', 'Rounds won: you 0, your opponent 1.',
    ]);
    assert.deepEqual(told.slice(4), describe(say, after));
    const watched = announce(say, { ...before, view: { ...before.view, viewer: 'both' } }, { ...after, view: { ...after.view, viewer: 'both' } }, finished);
    assert.ok(watched.includes('Rounds won: White 1, Black 0.'));
  });
  test('articles and marks are those of each language', () => {
    const over = tavliScene({ viewer: 'spectator', to_act: 'guest', board: { roll: null } }, [turn({ steps: three })]);
    const [, french, italian] = languages.map(({ say: speak }) => announce(speak, tavliScene({ viewer: 'spectator' }), over));
    const plain = french.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
    assert.deepEqual(plain, ['Blancs : 2 fois de la réserve à la case 3 ; de la case 20 hors du plateau.', 'Aux Noirs de lancer les dés.']);
    assert.deepEqual(italian, ['Bianchi: 2 volte dalla riserva alla casella 3; dalla casella 20 fuori dalla tavola.', 'Tocca ai Neri lanciare i dadi.']);
    assert.match(describe(languages[2].say, scenes['alea-over']).join(' '), /Vincono (i Bianchi|i Neri)\.$/);
  });
  test('a moment that is looked at says what was played in it', () => {
    const scene = scenes['alea-looking-back'];
    assert.match(lastTurn(say, scene), /^(Black|White): [A-S]\d+ to [A-S]\d+/);
    assert.equal(lastTurn(say, { ...scene, look: -1 }), '');
  });
  test('a man that is taken up says where it can go', () => {
    const family = familyOf(scenes['tavli-middle'].view);
    assert.equal(pickedSentence(say, family, ['4', '6']), 'Taken up, can reach 4, 6.');
    assert.equal(pickedSentence(say, family, ['24', 'off']), 'Taken up, can reach 24, off the board.');
    assert.equal(pickedSentence(say, family, [...'ABCDEFGHI']), 'Taken up, can reach 9 places.');
  });
});

test('tweens start from where a thing is seen and end exactly', () => {
  let now = 0;
  /** @type {(() => void) | null} */
  let next = null;
  /** @type {Record<number, { x: number, y: number }>} */
  const at = {};
  const tweens = createTweens((id, spot) => (at[id] = spot), { now: () => now, next: (step) => ((next = step), 1), cancel: () => (next = null) });
  const run = (/** @type {number} */ time) => {
    now = time;
    const step = next;
    next = null;
    step?.();
  };
  tweens.jump(1, { x: 0, y: 0 });
  tweens.send(1, [{ to: { x: 10, y: 0 }, delay: 0, time: 100 }, { to: { x: 10, y: 10 }, delay: 50, time: 100 }]);
  run(100);
  assert.deepEqual(at[1], { x: 10, y: 0 });
  run(200);
  assert.ok(at[1].y > 5 && at[1].y < 10);
  const seen = at[1];
  tweens.send(1, [{ to: { x: 0, y: 0 }, delay: 0, time: 100 }]);
  run(200);
  assert.deepEqual(at[1], seen);
  run(300);
  assert.deepEqual(at[1], { x: 0, y: 0 });
  assert.equal(tweens.isMoving(), false);
});

suite('colours', async () => {
  const css = await readFile(new URL('../board.css', import.meta.url), 'utf8');
  /** A token of a material in light or dark rooms. @param {string} material @param {string} name @param {'light' | 'dark'} room @returns {number[] | null} red, green, blue, opacity */
  function colour(material, name, room) {
    const [, block] = new RegExp(`^\\[data-material='${material}'\\] \\{(.*?)\\n\\}`, 'ms').exec(css) ?? [];
    const [, value] = new RegExp(`--tb-${name}: ((?:light-dark\\([^)]*\\)|#\\w+))`).exec(block ?? '') ?? [];
    const written = value?.match(/#\w+/g) ?? [];
    const found = (room === 'dark' ? written[1] : null) ?? written[0];
    if (!found) return null;
    const digits = found.length < 6 ? found.slice(1).replace(/./g, '$&$&') : found.slice(1);
    return [0, 2, 4, 6].map((at) => (at < digits.length ? parseInt(digits.slice(at, at + 2), 16) / 255 : 1));
  }
  /** @param {number[]} over @param {number[]} ground */
  const upon = (over, ground) => over.slice(0, 3).map((part, index) => part * over[3] + ground[index] * (1 - over[3]));
  /** @param {number[]} parts */
  const luminance = (parts) => {
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** @param {number[]} one @param {number[]} two */
  function contrast(one, two) {
    const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }
  /** The grounds on which men of a tafl board stand. @param {string} material @param {'light' | 'dark'} room */
  function grounds(material, room) {
    const plain = ['ground-a', 'ground-b'].map((name) => /** @type {number[]} */ (colour(material, name, room)));
    const tints = ['base', 'throne'].flatMap((name) => colour(material, name, room) ?? []);
    return [...plain, ...(tints.length ? ['base', 'throne'].flatMap((name) => plain.map((ground) => upon(/** @type {number[]} */ (colour(material, name, room)), ground))) : [])];
  }
  for (const material of ['birch', 'vellum']) {
    for (const room of /** @type {const} */ (['light', 'dark'])) {
      test(`men are told from ${material} in a ${room} room, and from each other`, () => {
        const part = (/** @type {string} */ name) => /** @type {number[]} */ (colour(material, name, room));
        for (const kind of ['light', 'dark', 'king']) {
          for (const ground of grounds(material, room)) {
            const best = Math.max(contrast(part(`${kind}-b`), ground), contrast(part(`${kind}-rim`), ground));
            assert.ok(best >= 3, `${kind}: ${best.toFixed(2)}`);
          }
        }
        assert.ok(contrast(part('light-b'), part('dark-b')) >= 4.5);
      });
    }
  }
  test('dark men are darker than walnut, not only ringed', () => {
    for (const ground of grounds('birch', 'dark')) {
      for (const name of ['dark-b', 'dark-c', 'light-b', 'light-a']) {
        const found = contrast(/** @type {number[]} */ (colour('birch', name, 'dark')), ground);
        assert.ok(found >= 3, `${name}: ${found.toFixed(2)}`);
      }
    }
  });
});
