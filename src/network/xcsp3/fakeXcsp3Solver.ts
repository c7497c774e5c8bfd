/**
 * Solves small XCSP3-core instances by trying every assignment: the twin of our reader, for tests. It takes the file as another solver
 * would, knows nothing of our notes, and evaluates expressions one operator after the other.
 */
export function solutionsOfXcsp3(text: string): readonly string[] {
  const variables = [...text.matchAll(/<var id="(\w+)" [^<>]*> ([^<]*) <\/var>/g)];
  const ids = variables.map(([, id]) => id!);
  const domains = variables.map(([, , domain]) => integers(domain!));
  const body = /<constraints>([^]*)<\/constraints>/.exec(text)![1]!;
  const checks = [...extensions(body), ...intensions(body)];
  const solutions: string[] = [];
  const visit = (values: readonly number[]): void => {
    if (values.length < ids.length) {
      for (const value of domains[values.length]!) visit([...values, value]);
      return;
    }
    const assignment = new Map(ids.map((id, index) => [id, values[index]!]));
    if (checks.every((check) => check(assignment))) solutions.push(values.join());
  };
  visit([]);
  return solutions;
}

type Check = (assignment: ReadonlyMap<string, number>) => boolean;

function extensions(body: string): readonly Check[] {
  const pattern = /<extension[^<>]*> <list> ([^<]*) <\/list> <supports> ([^<]*) <\/supports> <\/extension>/g;
  return [...body.matchAll(pattern)].map(([, list, supports]) => {
    const scope = list!.split(' ');
    const isUnary = scope.length === 1;
    const tuples = isUnary ? integers(supports!).map((value) => [String(value)]) : tuplesOf(supports!);
    return (assignment) =>
      tuples.some((tuple) => scope.every((id, at) => tuple[at] === '*' || Number(tuple[at]) === assignment.get(id)));
  });
}

const tuplesOf = (supports: string): readonly string[][] =>
  [...supports.matchAll(/\(([^()]*)\)/g)].map(([, tuple]) => tuple!.split(','));

function intensions(body: string): readonly Check[] {
  return [...body.matchAll(/<intension[^<>]*> ([^<]*) <\/intension>/g)].map(([, expression]) => (assignment) => {
    // Innermost first, until a number is left.
    let left = expression!.replace(/\b[a-zA-Z]\w*\b(?!\()/g, (id) => String(assignment.get(id)));
    const innermost = /(\w+)\(([\d,]+)\)/;
    while (innermost.test(left))
      left = left.replace(innermost, (_, operator: string, operands: string) =>
        String(Number(holds(operator, operands.split(',').map(Number)))),
      );
    return left === '1';
  });
}

function holds(operator: string, operands: readonly number[]): boolean {
  if (operands.length < 2) throw new Error(`${operator} takes two at least`);
  switch (operator) {
    case 'eq':
    case 'iff':
      return operands.every((operand) => operand === operands[0]);
    case 'ne':
      return operands[0] !== operands[1];
    case 'and':
      return operands.every((operand) => operand === 1);
    case 'or':
      return operands.includes(1);
    default:
      throw new Error(`${operator} is not in XCSP3-core as we write it`);
  }
}

function integers(text: string): readonly number[] {
  return text.split(' ').flatMap((run) => {
    const [from, to] = run.split('..').map(Number);
    return Array.from({ length: (to ?? from)! - from! + 1 }, (_, index) => from! + index);
  });
}
