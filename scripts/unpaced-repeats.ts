import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/*
 * Finds what may repeat without an end as fast as promises settle: a loop that awaits, and functions that call themselves
 * after a promise. Where the promise rejects or resolves at once (a lock in a page that is put away, a network that is
 * down), such a repeat fills the processor and, as a chain of microtasks, freezes the page.
 *
 * A repeat is paced where a timer stands in it: `await pause(…)` in a loop, or the call within `after(…)`. What an event
 * calls is no repeat.
 */

const PAUSES = new Set(['pause', '#pause', 'wait']);
const TIMERS = new Set(['after', 'every', 'timer', 'setTimeout', 'setInterval', '#later']);
const LISTENERS = /^(?:addEventListener|subscribe|listen|on|once|(?:on|when)[A-Z]\w*)$/;
const SETTLED = new Set(['then', 'catch', 'finally']);

interface Loop {
  readonly within: string;
  awaits: boolean;
  isPaced: boolean;
}

interface Place {
  /** The nearest function that has a name; `this.x` for a method. */
  readonly within: string;
  /** Of the nearest function, named or not, outermost first. */
  readonly loops: readonly Loop[];
  /** Runs by a promise. */
  readonly isAsync: boolean;
  /** Runs by a timer or an event. */
  readonly isDeferred: boolean;
}

interface Call {
  readonly from: string;
  readonly to: string;
  readonly isAsync: boolean;
}

/** Names of the functions with such a loop, and of the first of those that call one another; `this.x` for a method. */
export function findUnpacedRepeats(file: string, source: string): string[] {
  const loops: Loop[] = [];
  const calls: Call[] = [];
  visit(parseSync(file, source).program, { within: '', loops: [], isAsync: false, isDeferred: false });
  const unpaced = loops.filter(({ awaits, isPaced }) => awaits && !isPaced).map(({ within }) => within);
  return [...new Set([...unpaced, ...findCircles(calls)])].toSorted();

  function visit(node: Node, place: Place, name?: string): void {
    if (isFunction(node)) return visitFunction(node, place, name);
    if (isEndless(node)) {
      const loop: Loop = { within: place.within, awaits: false, isPaced: false };
      loops.push(loop);
      return visitChildren(node, { ...place, loops: [...place.loops, loop] });
    }
    if (node.type === 'AwaitExpression') {
      const isPause = node.argument.type === 'CallExpression' && PAUSES.has(lastName(node.argument.callee));
      for (const loop of place.loops) {
        loop.awaits = true;
        loop.isPaced ||= isPause;
      }
    }
    if (node.type === 'CallExpression') return visitCall(node, place);
    visitChildren(node, place);
  }

  function visitChildren(node: Node, place: Place): void {
    for (const child of childrenOf(node)) visit(child, place, nameOf(node));
  }

  function visitFunction(node: FunctionNode, place: Place, given?: string): void {
    const name = node.type === 'FunctionDeclaration' ? node.id?.name : given;
    const inside =
      name === undefined
        ? { ...place, loops: [], isAsync: place.isAsync || node.async }
        : { within: name, loops: [], isAsync: node.async, isDeferred: false };
    for (const child of childrenOf(node)) visit(child, inside);
  }

  function visitCall(node: Node & { type: 'CallExpression' }, place: Place): void {
    const { callee } = node;
    const called = lastName(callee);
    const isDeferred = place.isDeferred || TIMERS.has(called) || LISTENERS.test(called);
    const isAsync = place.isAsync || SETTLED.has(called);
    const own = ownName(callee);
    if (own !== undefined) add(own, place);
    else visit(callee, place);
    for (const argument of node.arguments) {
      const there = { ...place, isDeferred, isAsync };
      const passed = ownName(argument);
      if (passed === undefined) visit(argument, there);
      else add(passed, there);
    }
  }

  function add(to: string, { within: from, isAsync, isDeferred }: Place): void {
    if (!isDeferred) calls.push({ from, to, isAsync });
  }
}

/** Of functions that call one another in a circle, by a promise at least once, the one that calls first in the file. */
function findCircles(calls: readonly Call[]): string[] {
  const callsFrom = Map.groupBy(calls, ({ from }) => from);

  function reachedFrom(start: string): Set<string> {
    const reached = new Set<string>();
    const next = [start];
    for (const name of next) {
      for (const { to } of callsFrom.get(name) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        next.push(to);
      }
    }
    return reached;
  }
  const reached = new Map([...callsFrom.keys()].map((name) => [name, reachedFrom(name)]));
  const areInCircle = (one: string, other: string): boolean =>
    reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true;
  const inCircles = calls.filter(({ from, to, isAsync }) => isAsync && areInCircle(from, to));
  const first = (name: string): string => [...callsFrom.keys()].find((other) => areInCircle(name, other)) ?? name;
  return inCircles.map(({ from }) => first(from));
}

type FunctionNode = Node & { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' };

function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** Whether nothing in its head says that the loop ends: one that counts, or goes over a list, does. */
function isEndless(node: Node): boolean {
  if (node.type === 'WhileStatement' || node.type === 'DoWhileStatement') return true;
  return node.type === 'ForStatement' && (node.update === null || node.test === null);
}

/** What a function that is this node's value is called by. */
function nameOf(node: Node): string | undefined {
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : undefined;
  const isMember = node.type === 'MethodDefinition' || node.type === 'PropertyDefinition' || node.type === 'Property';
  return isMember ? `this.${lastName(node.key)}` : undefined;
}

/** Of a function of this file, or of a method of this object: the name by which `nameOf` knows it. */
function ownName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && node.object.type === 'ThisExpression') return `this.${lastName(node)}`;
  return undefined;
}

function lastName(node: Node): string {
  if (node.type === 'MemberExpression') return lastName(node.property);
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  return node.type === 'Identifier' ? node.name : '';
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const child: unknown = Reflect.get(node, key);
    return (Array.isArray(child) ? child : [child]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
