// @ts-check
// The board in a real browser: the same moves by mouse, finger and keyboard, and what they send.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { keepsUp } from './frames.js';
import { cell, drag, errors, middle, open, spots, told } from './gallery.js';
import { until } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

describe('what has happened is marked', () => {
  for (const [kind, cellOfKing] of /** @type {const} */ ([['captured', 'D4'], ['escaped', 'D9']])) {
    test(`the king’s end, upon his cell: ${kind}`, async () => {
      const page = await open(`tablut-${kind}`);
      assert.equal(await page.locator('.tb-end').count(), 1);
      const box = await page.locator(`.tb-end.tb-end-${kind}`).boundingBox();
      const at = await middle(page, cellOfKing);
      assert.ok(box && Math.hypot(box.x + box.width / 2 - at.x, box.y + box.height / 2 - at.y) < 3, JSON.stringify([box, at]));
      // Whoever looks back sees the game before its end.
      await page.evaluate((name) => {
        const { boards, scenes } = /** @type {any} */ (window).gallery;
        boards[name].set({ scene: { ...scenes[name], look: 0 } });
      }, `tablut-${kind}`);
      assert.equal(await page.locator('.tb-end').count(), 0);
      assert.deepEqual(errors, []);
    });
  }

  test('how a round was decided draws the eye for a moment, and less motion leaves it still', async () => {
    for (const [kind, reducedMotion, rings] of /** @type {const} */ ([['captured', 'no-preference', 1], ['escaped', 'no-preference', 1], ['escaped', 'reduce', 0]])) {
      const page = await open(`tablut-${kind}`, { reducedMotion });
      const seen = await page.evaluate((name) => {
        const { boards, scenes } = /** @type {any} */ (window).gallery;
        const { view, lines } = scenes[name];
        boards[name].set({ scene: { view: { ...view, rounds: [], next: view.next - 1 }, lines, look: null } });
        boards[name].set({ scene: { view, lines, look: null } });
        const moving = document.getAnimations().filter(({ effect }) => /** @type {KeyframeEffect} */ (effect).getKeyframes().some((frame) => 'transform' in frame));
        return { rings: document.querySelectorAll('.tb-end-ring').length, moving: moving.length };
      }, `tablut-${kind}`);
      assert.deepEqual(seen, { rings, moving: 2 * rings }, `${kind}, ${reducedMotion}: the king and a ring around him`);
      await until(async () => (await page.locator('.tb-end-ring').count()) === 0, 'nothing is left of it');
      assert.equal(await page.locator('.tb-end').count(), 1, 'but the mark');
      assert.deepEqual(errors, []);
    }
  });

  test('the way of a turn, with its numbers, on the board and not beside it', async () => {
    const page = await open('tavli-middle');
    const outside = await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = scenes['tavli-middle'];
      const slab = /** @type {Element} */ (document.querySelector('.tb-stage')).getBoundingClientRect();
      return scene.lines.flatMap((/** @type {unknown} */ _, /** @type {number} */ look) => {
        boards['tavli-middle'].set({ scene: { ...scene, look } });
        return [...document.querySelectorAll('.tb-trail, .tb-trail-number')].flatMap((mark) => {
          const { left, right } = mark.getBoundingClientRect();
          return left < slab.left || right > slab.right ? [`turn ${look + 1}: ${mark.textContent || 'an arc'}`] : [];
        });
      });
    });
    assert.deepEqual(outside, []);
  });

  test('a man who was hit, where he was', async () => {
    const page = await open('tavli-middle');
    const turn = await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = scenes['tavli-middle'];
      const hits = (/** @type {any} */ line) => line.steps.filter((/** @type {any} */ step) => step.hit !== null);
      const look = scene.lines.findIndex((/** @type {any} */ line) => hits(line).length === 1);
      boards['tavli-middle'].set({ scene: { ...scene, look } });
      return { look, at: hits(scene.lines[look])[0].to };
    });
    assert.equal(await page.locator('.tb-trail-hit').count(), 1);
    const box = await page.locator('.tb-trail-hit').boundingBox();
    const { x } = await middle(page, turn.at);
    assert.ok(box && Math.abs(box.x + box.width / 2 - x) < 3, `on cell ${turn.at}`);
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      boards['tavli-middle'].set({ scene: { ...scenes['tavli-middle'], look: 0 } });
    });
    assert.equal(await page.locator('.tb-trail-hit').count(), 0, 'men who enter hit nobody');
  });
});

describe('mouse', () => {
  test('dragging plays a step with the die that fits', async () => {
    const page = await open('tavli-middle');
    await drag(page, 'm12', '14');
    assert.deepEqual(await told(page), [{ command: 'turn', steps: [{ from: 'm12', die: '3' }] }]);
    assert.equal(await page.locator('.tb-float').count(), 0);
    assert.deepEqual(errors, []);
  });

  test('two clicks play a move', async () => {
    const page = await open('tablut-middle');
    await cell(page, 'C5').click();
    assert.equal(await cell(page, 'C5').getAttribute('aria-selected'), 'true');
    assert.equal(await page.locator('.tb-reach').count(), 5);
    await cell(page, 'C4').click();
    assert.deepEqual(await told(page), [{ command: 'move', from: 'C5', to: 'C4' }]);
  });

  test('an illegal drop glides back and asks why', async () => {
    const page = await open('tablut-middle');
    const before = await spots(page);
    await drag(page, 'C5', 'I9');
    assert.deepEqual(await told(page), [{ why: { from: 'C5', to: 'I9' } }]);
    assert.deepEqual(await spots(page), before);
    // It goes by itself after a while, so it is read at once.
    assert.equal(await page.evaluate(() => {
      /** @type {any} */ (window).gallery.boards['tablut-middle'].note('Pieces move along a row or a column.');
      return document.querySelector('.tb-note')?.textContent;
    }), 'Pieces move along a row or a column.');
  });

  test('a refused move is taken back', async () => {
    const page = await open('tablut-middle');
    const before = await spots(page);
    await drag(page, 'C5', 'C4');
    assert.notDeepEqual(await spots(page), before);
    await page.evaluate("window.gallery.boards['tablut-middle'].refuse('Not now.')");
    assert.deepEqual(await spots(page), before);
  });

  test('hovering shows targets, and dims the dice that do not fit', async () => {
    const page = await open('tavli-middle');
    const { x, y } = await middle(page, 'm12');
    await page.mouse.move(x, y);
    assert.equal(await page.locator('.tb-reach:not(.tb-far), .tb-take:not(.tb-far)').count(), 2);
    assert.equal(await page.locator('.tb-far').count(), 2, 'and where several numbers lead together');
    assert.equal(await page.locator('.tb-die.tb-dim').count(), 1);
  });

  test('a double click plays the only step; right click undoes', async () => {
    const page = await open('tavli-bearing-off');
    await cell(page, '19').dblclick();
    assert.deepEqual(await told(page), [{ command: 'turn', steps: [{ from: '19', die: '6' }] }]);
    const other = await open('tavli-stacks');
    await cell(other, '5').click({ button: 'right' });
    assert.deepEqual(await told(other), [{ command: 'undo-step' }]);
  });

  test('a man that was just put down can be taken up at once', async () => {
    const page = await open('tavli-stacks');
    const to = await middle(page, '8');
    await cell(page, 'm3').click();
    await page.mouse.click(to.x, to.y);
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tavli-stacks']);
      scene.view.next += 1;
      Object.assign(scene.view.board.white.middle, { 2: 1 });
      Object.assign(scene.view.board.white.cells, { 7: 1 });
      scene.view.board.next = [{ from: '8', to: '12', die: '4', hit: null }, { from: '8', to: '14', die: '6', hit: null }];
      boards['tavli-stacks'].set({ scene: scene });
    });
    await page.mouse.click(to.x, to.y);
    assert.equal(await cell(page, '8').getAttribute('aria-selected'), 'true');
    assert.deepEqual(await told(page), [{ command: 'turn', steps: [{ from: 'm3', die: '6' }] }]);
  });

  test('what cannot be played is told once the dice lie, and no more when the game is over', async () => {
    const page = await open('tavli-start');
    await page.evaluate(() => {
      // Their frames are held: they hang in the air until they are clicked.
      const next = window.requestAnimationFrame;
      Object.assign(window, { requestAnimationFrame: () => 1, goOn: () => (window.requestAnimationFrame = next) });
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tavli-start']);
      scene.view.next += 1;
      Object.assign(scene.view.board, { roll: '555', faces: [{ die: '5', counts: 12, left: 12, playable: 0, now: false, against: [{ reason: 'blocked', at: '5' }] }], next: [] });
      scene.view.may = ['confirm'];
      boards['tavli-start'].set({ scene });
    });
    const [told, blocked] = [page.locator('.tb-ribbon.tb-lost'), page.locator('.tb-blocked')];
    assert.equal(await page.locator('.tb-rolling').count(), 1);
    assert.deepEqual([await told.count(), await told.isVisible(), await blocked.isVisible()], [1, false, false], 'the dice are still in the air');
    const dice = await middle(page, 'dice');
    await page.mouse.click(dice.x, dice.y);
    await page.evaluate('window.goOn()');
    assert.deepEqual([await told.isVisible(), await blocked.isVisible()], [true, true]);
    // Somebody gives up after a turn that could be played in part only.
    const show = (/** @type {boolean} */ isLookedAt) => page.evaluate((looks) => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tavli-start']);
      const line = { seat: 'host', round: 1, turn: 1, roll: '555', steps: [], white: scene.view.board.white, black: scene.view.board.black,
        faces: [{ die: '5', counts: 12, left: 12, playable: 0, now: false, against: [{ reason: 'blocked', at: '5' }] }] };
      Object.assign(scene.view, { next: scene.view.next + 2, phase: 'over', to_act: null, acts_for: null, may: [] });
      Object.assign(scene.view.board, { roll: null, faces: [], next: [], ways: [], steps: [] });
      boards['tavli-start'].set({ scene: { view: scene.view, lines: [line], look: looks ? 0 : null } });
    }, isLookedAt);
    await show(true);
    assert.equal(await told.isVisible(), true, 'whoever looks back sees it again');
    await show(false);
    assert.equal(await told.count(), 0, 'the end of the game is what is told');
    assert.deepEqual(errors, []);
  });

  test('the dice are thrown by a click, tumble, and a second click ends that', async () => {
    const page = await open('tavli-start');
    await cell(page, 'dice').click();
    assert.deepEqual(await told(page), [{ command: 'roll' }]);
    const rolling = await page.evaluate(() => {
      // Their frames are held, so that they hang in the air until they are clicked, however long that takes.
      /** @type {FrameRequestCallback[]} */
      const held = [];
      const next = window.requestAnimationFrame;
      Object.assign(window, { requestAnimationFrame: (/** @type {FrameRequestCallback} */ step) => held.push(step), goOn: () => (window.requestAnimationFrame = next) });
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tavli-start']);
      scene.view.next += 1;
      scene.view.board.roll = '455';
      scene.view.board.faces = [{ die: '4', counts: 1, left: 1, playable: 1, now: true }, { die: '5', counts: 4, left: 4, playable: 4, now: true }];
      scene.view.may = ['step'];
      scene.view.board.next = [{ from: 'hand', to: '4', die: '4', hit: null }, { from: 'hand', to: '5', die: '5', hit: null }];
      boards['tavli-start'].set({ scene: scene });
      for (const step of held.splice(0)) step(performance.now() + 120);
      return { sides: document.querySelectorAll('.tb-rolling .tb-die-side[transform]').length, isTold: document.querySelectorAll('.tb-die-count')[2].checkVisibility({ visibilityProperty: true, opacityProperty: true }) };
    });
    assert.ok(rolling.sides >= 3, 'each die shows at least one side');
    assert.equal(rolling.isTold, false, 'the counts do not tell the throw before it is there');
    const dice = await middle(page, 'dice');
    await page.mouse.click(dice.x, dice.y);
    assert.equal(await page.locator('.tb-rolling').count(), 0);
    await page.evaluate('window.goOn()');
    assert.deepEqual(await page.locator('.tb-die-count:visible').allTextContents(), ['×4'], 'a single die needs no count');
    await drag(page, 'hand-light', '5');
    await page.waitForFunction('window.gallery.told.length > 1');
    assert.deepEqual((await told(page)).pop(), { command: 'turn', steps: [{ from: 'hand', die: '5' }] });
  });
});

describe('several steps of one man', () => {
  test('it is dropped where they lead together and stays there when they are told', async () => {
    const page = await open('tavli-stacks');
    await drag(page, 'm3', '12');
    assert.deepEqual(await told(page), [{ command: 'turn', steps: [{ from: 'm3', die: '4' }, { from: '6', die: '6' }] }]);
    /** How many men are seen on the cell, frame by frame. */
    const seen = await page.evaluate(async () => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const [first, second] = scenes['tavli-stacks'].view.board.ways[0];
      const scene = structuredClone(scenes['tavli-stacks']);
      const { board } = scene.view;
      board.white.middle[2] -= 1;
      board.white.cells[11] += 1;
      [board.black.cells[5], board.black.middle[5]] = [0, 1];
      board.steps.push(first, second);
      scene.view.next += 2;
      boards['tavli-stacks'].set({ scene });
      const counts = [];
      for (let frame = 0; frame < 6; frame++) {
        await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
        const cell = document.querySelector('[data-point="12"]')?.getBoundingClientRect();
        const men = [...document.querySelectorAll('.tb-piece')].map((man) => man.getBoundingClientRect());
        counts.push(men.filter((man) => cell && man.left > cell.left - 2 && man.right < cell.right + 2 && man.top < cell.bottom).length);
      }
      return counts;
    });
    assert.deepEqual(seen, [1, 1, 1, 1, 1, 1]);
  });
});

describe('keyboard', () => {
  test('arrows walk, Enter takes up and puts down, Escape lets go', async () => {
    const page = await open('tablut-middle');
    await page.evaluate("window.gallery.boards['tablut-middle'].focus()");
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const focused = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.point);
    assert.equal(await focused(), 'C5');
    assert.ok((await page.locator('.tb-reach').count()) > 0, 'focus shows the targets');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[aria-selected=true]').count(), 0);
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    assert.match((await cell(page, 'C4').getAttribute('aria-label')) ?? '', /can be reached/);
    await page.keyboard.press('Enter');
    assert.deepEqual(await told(page), [{ command: 'move', from: 'C5', to: 'C4' }]);
    await page.keyboard.press('Home');
    assert.equal(await focused(), 'A4');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.tb') === null), true);
  });

  test('tavli: dice by number, undo by u, the dice themselves by Enter', async () => {
    const page = await open('tavli-stacks');
    await cell(page, 'm3').focus();
    await page.keyboard.press('u');
    // The answer to the first request has come before the second is made.
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = scenes['tavli-stacks'];
      boards['tavli-stacks'].set({ scene: { ...scene, view: { ...scene.view, next: scene.view.next + 1 } } });
    });
    await page.keyboard.press('6');
    const start = await open('tavli-start');
    await cell(start, 'dice').focus();
    await start.keyboard.press('Enter');
    assert.deepEqual([...(await told(page)), ...(await told(start))],
      [{ command: 'undo-step' }, { command: 'turn', steps: [{ from: 'm3', die: '6' }] }, { command: 'roll' }]);
  });

  test('n goes to the next man who can move, p to the one before, and from one in hand to where it can go', async () => {
    const page = await open('alea-middle');
    const focused = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.point ?? '');
    await cell(page, 'A1').focus();
    const [first, second] = await page.locator('.tb-point.tb-movable').evaluateAll((cells) => cells.map((one) => one.getAttribute('data-point') ?? ''));
    await page.keyboard.press('n');
    assert.equal(await focused(), first, 'round and round');
    await page.keyboard.press('n');
    assert.equal(await focused(), second);
    await page.keyboard.press('p');
    assert.equal(await focused(), first);
    await page.keyboard.press('Enter');
    await page.keyboard.press('n');
    assert.ok(await cell(page, await focused()).evaluate((node) => node.classList.contains('tb-target')));
    await page.evaluate("window.gallery.boards['alea-middle'].focusNext(1)");
    assert.ok(await cell(page, await focused()).evaluate((node) => node.classList.contains('tb-target')));
  });

  test('assistive technology can click cells', async () => {
    const page = await open('tablut-middle');
    await cell(page, 'C5').evaluate((node) => /** @type {HTMLElement} */ (node).click());
    await cell(page, 'C4').evaluate((node) => /** @type {HTMLElement} */ (node).click());
    assert.deepEqual(await told(page), [{ command: 'move', from: 'C5', to: 'C4' }]);
  });
});

describe('touch', () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

  test('taps play a move on nineteen rows, a little beside the cell too', async () => {
    const page = await open('alea-middle', phone);
    const from = await middle(page, 'G10');
    await page.touchscreen.tap(from.x + 11, from.y);
    assert.equal(await cell(page, 'G10').getAttribute('aria-selected'), 'true');
    const to = await middle(page, 'G12');
    await page.touchscreen.tap(to.x - 12, to.y);
    assert.deepEqual(await told(page), [{ command: 'move', from: 'G10', to: 'G12' }]);
  });

  test('a finger drags under the loupe; a second finger lets go', async () => {
    const page = await open('alea-middle', phone);
    const client = await page.context().newCDPSession(page);
    const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {{ x: number, y: number }[]} */ ...touchPoints) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) });
    const [from, to] = [await middle(page, 'G10'), await middle(page, 'G13')];
    await touch('touchStart', from);
    assert.equal(await page.locator('.tb-loupe').count(), 1);
    for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x: from.x, y: from.y + (to.y - from.y) * part });
    await touch('touchMove', from, { x: from.x + 80, y: from.y });
    await touch('touchEnd');
    assert.deepEqual(await told(page), []);
    await touch('touchStart', from);
    for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x: from.x, y: from.y + (to.y - from.y) * part });
    await touch('touchEnd');
    assert.deepEqual(await told(page), [{ command: 'move', from: 'G10', to: 'G13' }]);
    assert.equal(await page.locator('.tb-loupe, .tb-float').count(), 0);
    assert.deepEqual(errors, []);
  });

  test('who only watches scrolls the page over the board', async () => {
    const page = await open('alea-spectator', phone);
    const action = await page.locator('.tb-stage').evaluate((node) => getComputedStyle(node).touchAction);
    assert.match(action, /pan|auto|manipulation/);
  });
});

describe('silence never', () => {
  /** Opens a scene and keeps what begins to move on it: a slow machine looks when it is over. @param {Parameters<typeof open>} scene */
  async function watched(...scene) {
    const page = await open(...scene);
    await page.evaluate(() => {
      const begin = Element.prototype.animate;
      /** @type {string[]} */
      const begun = [];
      Element.prototype.animate = function (/** @type {Parameters<typeof begin>} */ ...how) {
        begun.push(this.parentElement?.classList.contains('tb-piece') ? this.classList[0] ?? 'shake' : this.classList[0]);
        return begin.apply(this, how);
      };
      Object.assign(window, { begun });
    });
    return page;
  }
  /** What has begun to move since this was last asked. @param {Page} page @returns {Promise<string[]>} */
  const begun = (page) => page.evaluate('window.begun.splice(0)');
  const note = (/** @type {Page} */ page) => page.locator('.tb-note').innerText();

  test('before the throw a man that is touched shakes, the server is asked why, and the dice call the eye', async () => {
    const page = await watched('tavli-start');
    const at = await middle(page, 'hand-light');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    assert.deepEqual(await begun(page), ['shake', 'tb-dice'], 'the dice pulse');
    await page.mouse.move(at.x - 200, at.y, { steps: 3 });
    await page.mouse.up();
    assert.deepEqual(await told(page), [{ why: { from: 'hand', to: null } }]);
  });

  test('an enemy man is not one’s own; a stuck one shakes when it is clicked and says why when it is dragged', async () => {
    const page = await watched('tablut-middle');
    await cell(page, 'A5').click();
    assert.equal(await note(page), 'That man is your opponent’s.');
    const [first, ...others] = await begun(page);
    assert.deepEqual([first, new Set(others)], ['shake', new Set(['tb-rim'])], 'those who can move are shown');
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tablut-middle']);
      delete scene.view.board.targets.C5;
      boards['tablut-middle'].set({ scene });
    });
    await cell(page, 'C5').click({ force: true });
    assert.equal(await page.locator('[aria-selected=true]').count(), 0);
    await drag(page, 'C5', 'C3');
    await cell(page, 'C5').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await told(page), [{ why: { from: 'C5', to: null } }, { why: { from: 'C5', to: 'C3' } }, { why: { from: 'C5', to: null } }]);
    await cell(page, 'I5').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await page.evaluate('window.gallery.heard'), ['That man is your opponent’s.']);
  });

  test('a finger gets the same answer; less motion means a tint', async () => {
    const page = await watched('tablut-middle', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    const at = await middle(page, 'A5');
    await page.touchscreen.tap(at.x, at.y);
    assert.equal(await note(page), 'That man is your opponent’s.');
    assert.equal((await begun(page))[0], 'tb-tint');
  });

  test('in the past one is told that it is the past; who only watches is told nothing', async () => {
    const page = await open('tablut-middle');
    await page.evaluate("window.gallery.boards['tablut-middle'].set({ scene: { ...window.gallery.scenes['tablut-middle'], look: 3 } })");
    await cell(page, 'A5').click();
    assert.match(await note(page), /^This is an earlier moment/);
    const other = await watched('tablut-spectator');
    await cell(other, 'A5').click();
    assert.deepEqual([await note(other), await begun(other), await told(other)], ['', [], []]);
  });

  test('what was said goes when something happens, and when a man is taken up', async () => {
    const page = await open('tablut-middle');
    const say = () => page.evaluate("window.gallery.boards['tablut-middle'].note('Not so.')");
    await say();
    await cell(page, 'C5').click();
    assert.equal(await note(page), '');
    await say();
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = scenes['tablut-middle'];
      boards['tablut-middle'].set({ scene: { ...scene, view: { ...scene.view, clock: null } } });
    });
    assert.equal(await note(page), 'Not so.', 'the same position with another clock is nothing new');
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = scenes['tablut-middle'];
      boards['tablut-middle'].set({ scene: { ...scene, view: { ...scene.view, next: scene.view.next + 1 } } });
    });
    assert.equal(await note(page), '');
  });

  test('men who can move have a rim until one is taken up, unless that is not wanted', async () => {
    const page = await open('tavli-middle');
    const sources = await page.locator('.tb-point.tb-movable:not([data-point=dice])').count();
    assert.ok(sources > 0);
    assert.equal(await page.locator('.tb-rim').count(), sources);
    assert.doesNotMatch(/** @type {string} */ (await page.evaluate("window.gallery.boards['tavli-middle'].picture()")), /tb-rim/);
    assert.equal(await page.locator('.tb-rim').count(), sources, 'a picture leaves them as they are');
    await page.locator('.tb-point.tb-movable:not([data-point=dice])').first().click();
    assert.equal(await page.locator('.tb-rim').count(), 0);
    await page.keyboard.press('Escape');
    await page.evaluate("window.gallery.boards['tavli-middle'].set({ showsMovable: false })");
    assert.equal(await page.locator('.tb-rim').count(), 0);
  });

  test('a board that changes its size lets go of what is dragged', async () => {
    const page = await open('tablut-middle');
    const before = await spots(page);
    const at = await middle(page, 'C5');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 40, at.y + 60, { steps: 3 });
    assert.equal(await page.locator('.tb-float').count(), 1);
    await page.setViewportSize({ width: 700, height: 620 });
    await page.waitForFunction("!document.querySelector('.tb-float')");
    assert.equal(await page.locator('.tb-lifted, [aria-selected=true]').count(), 0);
    await page.mouse.up();
    assert.deepEqual(await told(page), []);
    assert.deepEqual(await spots(page), before);
  });
});

describe('goals', () => {
  test('they are seen while the king is held or has a way out, and heard always', async () => {
    const page = await open('tablut-middle');
    assert.equal(await page.locator('.tb-goal').count(), 0);
    assert.match((await cell(page, 'A3').getAttribute('aria-label')) ?? '', /^A3, goal, empty/);
    assert.match((await cell(page, 'E5').getAttribute('aria-label')) ?? '', /^E5, konakis/);
    await cell(page, 'C5').click();
    assert.equal(await page.locator('.tb-goal').count(), 0, 'a man is not the king');
    await cell(page, 'E4').click();
    const free = await page.locator('[aria-label*=", goal, empty"]').count();
    assert.equal(await page.locator('.tb-goal').count(), free);
    const other = await open('tablut-tuichi');
    assert.ok((await other.locator('.tb-goal').count()) > 10, 'tuichi');
  });

  test('a replay shows what was called out in its moment', async () => {
    const page = await open('tablut-middle');
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tablut-middle']);
      Object.assign(scene.lines[3], { calls: ['raichi'], routes: [{ from: 'E5', to: 'E1' }], threats: [] });
      boards['tablut-middle'].set({ scene: { ...scene, look: 3 } });
    });
    assert.equal(await page.locator('.tb-ribbon').innerText(), 'Raichi');
    assert.equal(await page.locator('.tb-route').count(), 1);
    await page.evaluate("window.gallery.boards['tablut-middle'].set({ scene: { ...window.gallery.scenes['tablut-middle'], look: 4 } })");
    assert.equal(await page.locator('.tb-ribbon').innerText(), '');
  });

  test('a round with other goals has other markings', async () => {
    const page = await open('tablut-middle');
    const knots = () => page.locator('.tb-ground .tb-band').count();
    const before = await knots();
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const scene = structuredClone(scenes['tablut-middle']);
      scene.view.board.goals = scene.view.board.corners;
      boards['tablut-middle'].set({ scene });
    });
    assert.equal(await knots(), before * 5, 'the corners are marked as the konakis is');
  });
});

describe('showing', () => {
  test('nothing jumps when men are captured or texts come', async () => {
    const page = await open('tablut-tuichi');
    const before = await page.locator('.tb-stage').boundingBox();
    await page.evaluate("window.gallery.boards['tablut-tuichi'].set({ scene: { ...window.gallery.scenes['tablut-tuichi'], look: -1 } })");
    assert.deepEqual(await page.locator('.tb-stage').boundingBox(), before);
    assert.equal(await page.locator('.tb-ribbon').innerText(), '');
  });

  test('looking back moves the same elements', async () => {
    const page = await open('tavli-middle');
    await page.locator('.tb-piece').evaluateAll((nodes) => nodes.forEach((node, index) => node.setAttribute('data-was', String(index))));
    await page.evaluate("for (let look = 43; look >= -1; look--) window.gallery.boards['tavli-middle'].set({ scene: { ...window.gallery.scenes['tavli-middle'], look } })");
    assert.equal(await page.locator('.tb-piece[data-was]').count(), 30);
    assert.match((await cell(page, 'hand-light').getAttribute('aria-label')) ?? '', /15 white men/);
  });

  test('a man whose move is refused goes back, and one is told why', async () => {
    const page = await open('tablut-middle', { query: '&still' });
    const before = await spots(page);
    await drag(page, 'C5', 'C4');
    assert.notDeepEqual(await spots(page), before, 'it is shown at once');
    const said = await page.evaluate(() => {
      const board = /** @type {any} */ (window).gallery.boards['tablut-middle'];
      // What is said goes by itself after a while.
      return ['Not now.', 'Something else.'].map((reason) => (board.refuse(reason), document.querySelector('.tb-note')?.textContent));
    });
    assert.deepEqual(said, ['Not now.', 'Not now.'], 'where nothing was moved there is nothing to say on the board');
    assert.deepEqual(await spots(page), before);
  });

  test('a hint is drawn on the position that it is for', async () => {
    const page = await open('tablut-middle');
    const show = (/** @type {number | null} */ look) => page.evaluate((moment) => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      boards['tablut-middle'].set({ scene: { ...scenes['tablut-middle'], look: moment } });
    }, look);
    const hints = page.locator('.tb-hint');
    await show(3);
    await page.evaluate("window.gallery.boards['tablut-middle'].set({ hint: { from: 'C5', to: 'C4', text: 'C5-C4' } })");
    assert.equal(await hints.count(), 0, 'the past has none');
    await show(null);
    assert.ok((await hints.count()) > 0);
  });

  test('less motion means fades, not travels', async () => {
    // Whether the device asks for it or the visitor has chosen it.
    for (const options of [{ reducedMotion: /** @type {const} */ ('reduce') }, { query: '&still' }]) {
      const page = await open('tablut-middle', options);
      const count = await page.evaluate(() => {
        const { boards, scenes } = /** @type {any} */ (window).gallery;
        boards['tablut-middle'].set({ scene: { ...scenes['tablut-middle'], look: 7 } });
        return document.getAnimations().length;
      });
      assert.equal(count, 2);
    }
  });

  test('the picture stands alone', async () => {
    for (const scene of ['tavli-stacks', 'tablut-tuichi', 'alea-middle']) {
      const page = await open(scene, { query: '&theme=dark' });
      const picture = /** @type {string} */ (await page.evaluate(`window.gallery.boards['${scene}'].picture()`));
      assert.doesNotMatch(picture, /var\(|class=|light-dark/);
      const width = await page.evaluate(async (text) => {
        const image = new Image();
        image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
        await image.decode();
        return image.naturalWidth;
      }, picture);
      assert.ok(width > 400, scene);
    }
  });

  test('axe finds nothing to complain about', async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const scene of ['tavli-stacks', 'tablut-tuichi', 'alea-middle']) {
      const page = await open(scene);
      await page.evaluate(axe);
      const faults = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run('.tb');
        return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`);
      });
      assert.deepEqual(faults, [], scene);
    }
  });

  test('a drag over nineteen rows keeps up with the screen', async (context) => {
    const page = await open('alea-middle', { viewport: { width: 1440, height: 900 } });
    const [from, to] = [await middle(page, 'G10'), await middle(page, 'G14')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 20);
    const round = [{ x: to.x + 200, y: to.y + 100 }, { x: from.x - 100, y: from.y - 200 }];
    await keepsUp(page, context, Array(5).fill(round).flat(), 20);
    assert.equal(await page.locator('.tb-float').count(), 1, 'the man was in the hand all the time');
    await page.mouse.up();
  });
});
