import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/*
 * Finds what a browser that translates the page would make wrong: the name of a person ("Rose", "小雪" or "Joy" become other
 * words) and the time that a timer shows, which would be sent to the translator each second.
 *
 * - An element that shows a name and nothing else says `translate`. Names are what useShownName() answers, in the file that
 *   asks it, and what the components call callerName and otherName.
 * - A timer says `translate="no"`, or the part of it that runs does.
 */

const NAMES = /^(?:callerName|otherName)$/;
/** A part that says it itself. */
const RUNNING = /translate="no"|<Digits\b/;

/** As `line: text`, in the order of the file. */
export function findTranslatedNames(file: string, source: string): string[] {
  const found: string[] = [];
  const names = new Set<string>();
  visit(parseSync(file, source).program);
  return found;

  function visit(node: Node): void {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init !== null && isName(node.init))
      names.add(node.id.name);
    if (node.type === 'JSXElement') check(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const children: unknown = Reflect.get(node, key);
      for (const child of Array.isArray(children) ? children : [children]) if (isNode(child)) visit(child);
    }
  }
  function check(element: Extract<Node, { type: 'JSXElement' }>): void {
    const { attributes } = element.openingElement;
    const has = (attribute: string, value?: string): boolean =>
      attributes.some(
        (one) =>
          one.type === 'JSXAttribute' &&
          one.name.name === attribute &&
          (value === undefined || (one.value?.type === 'Literal' && one.value.value === value)),
      );
    const [child, ...others] = element.children.filter((one) => one.type !== 'JSXText' || one.value.trim() !== '');
    const isOnlyName = child?.type === 'JSXExpressionContainer' && others.length === 0 && isName(child.expression);
    if (isOnlyName && !has('translate')) report(child);
    // Dialog shows its title in an element of its own.
    const isTitle = attributes.some(
      (one) =>
        one.type === 'JSXAttribute' &&
        one.name.name === 'title' &&
        one.value?.type === 'JSXExpressionContainer' &&
        isName(one.value.expression),
    );
    if (isTitle && isDialog(element.openingElement.name) && !has('translate')) report(element.openingElement.name);
    if (has('role', 'timer') && !RUNNING.test(source.slice(element.start, element.end))) report(element.openingElement);
  }
  function isName(node: Node): boolean {
    switch (node.type) {
      case 'Identifier':
        return names.has(node.name) || NAMES.test(node.name);
      case 'ConditionalExpression':
        return isName(node.consequent) || isName(node.alternate);
      case 'CallExpression':
        return (
          (node.callee.type === 'Identifier' && node.callee.name === 'shownName') ||
          (node.callee.type === 'CallExpression' &&
            node.callee.callee.type === 'Identifier' &&
            node.callee.callee.name === 'useShownName')
        );
      default:
        return false;
    }
  }
  function report(node: Node): void {
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${line}: ${source.slice(node.start, node.end).replaceAll(/\s+/g, ' ')}`);
  }
}

function isDialog(name: Node): boolean {
  return name.type === 'JSXIdentifier' && name.name === 'Dialog';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
