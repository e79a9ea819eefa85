import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/*
 * Finds text that page translation would break. A translator wraps each text node (`<font><font>…`), so React cannot remove
 * it any more, nor put anything before it: both throw, and the screen is gone. Text is safe as the only child of its
 * element, which React sets whole, and beside children that are always there.
 *
 * Bare text is found
 * - where it comes and goes, or takes turns with an element, beside other children;
 * - behind a child that comes and goes, which would be put before it;
 * - in a fragment, whose siblings are unknown, and as all that a component returns.
 *
 * `<Trans>` and its kind are elements: App.tsx gives each a <span>.
 */

/** Calls that answer elements. */
const ELEMENTS = /^(?:map|flatMap|createPortal)$/;

type Child = 'text' | 'element' | 'comes and goes' | 'text that comes and goes';

/** As `line: text`, in the order of the file. */
export function findBareText(file: string, source: string): string[] {
  const found = new Map<number, string>();
  visit(parseSync(file, source).program);
  return [...found].toSorted(([a], [b]) => a - b).map(([, where]) => where);

  function visit(node: Node): void {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') checkChildren(node);
    if (isFunctionOfComponent(node)) checkReturned(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const children: unknown = Reflect.get(node, key);
      for (const child of Array.isArray(children) ? children : [children]) if (isNode(child)) visit(child);
    }
  }
  function checkChildren(parent: Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>): void {
    const children = parent.children.filter((child) => !isBlank(child));
    const kinds = children.map(kindOfChild);
    if (parent.type === 'JSXElement' && children.length < 2) return;
    children.forEach((child, at) => {
      const isBehind = kinds.slice(0, at).some((kind) => kind.endsWith('comes and goes'));
      const isBare = kinds[at] === 'text that comes and goes' || (kinds[at] === 'text' && isBehind);
      const isLoose = parent.type === 'JSXFragment' && kinds[at]?.startsWith('text');
      if (isBare || isLoose) report(child);
    });
  }
  function checkReturned(node: Node): void {
    const body: unknown = Reflect.get(node, 'body');
    if (!isNode(body)) return;
    const returned =
      body.type === 'BlockStatement'
        ? body.body.flatMap((one) => (one.type === 'ReturnStatement' && one.argument !== null ? [one.argument] : []))
        : [body];
    for (const one of returned) if (kindOf(one).startsWith('text')) report(one);
  }
  function report(node: Node): void {
    const line = source.slice(0, node.start).split('\n').length;
    const words = source.slice(node.start, node.end).trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    found.set(node.start, `${line}: ${words}`);
  }
}

function isBlank(child: Node): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '';
  if (child.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  return expression.type === 'JSXEmptyExpression' || (expression.type === 'Literal' && expression.value === ' ');
}

function kindOfChild(child: Node): Child {
  if (child.type === 'JSXText') return 'text';
  return child.type === 'JSXExpressionContainer' ? kindOf(child.expression) : kindOf(child);
}

function kindOf(node: Node): Child {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return 'element';
    case 'LogicalExpression':
      return node.operator === '&&' ? orNothing(kindOf(node.right)) : 'text that comes and goes';
    case 'ConditionalExpression': {
      if (isNothing(node.consequent)) return orNothing(kindOf(node.alternate));
      if (isNothing(node.alternate)) return orNothing(kindOf(node.consequent));
      const kinds = [kindOf(node.consequent), kindOf(node.alternate)];
      if (kinds.every((kind) => kind === 'text')) return 'text';
      return kinds.some((kind) => kind.startsWith('text')) ? 'text that comes and goes' : 'comes and goes';
    }
    case 'CallExpression':
      return ELEMENTS.test(calledName(node.callee)) ? 'comes and goes' : 'text';
    case 'Literal':
      return node.value === null ? 'element' : 'text';
    case 'ParenthesizedExpression':
      return kindOf(node.expression);
    default:
      return 'text';
  }
}

function orNothing(kind: Child): Child {
  return kind.startsWith('text') ? 'text that comes and goes' : 'comes and goes';
}

function isNothing(node: Node): boolean {
  return (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined');
}

function calledName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

/** Named as components are. */
function isFunctionOfComponent(node: Node): boolean {
  return node.type === 'FunctionDeclaration' && node.id !== null && /^[A-Z]/.test(node.id.name);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
