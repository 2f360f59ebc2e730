import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A mutant (mutation testing): a change of the source that breaks one rule of the product, with the tests that must fail. */
export interface Mutant {
  /** Its name, for `--only` and in reports. */
  id: string
  /** The rule in one sentence. */
  rule: string
  /** True for a rule of the app without network: persisted data, pinned files, updates, missing chunks. */
  isOfflineRule?: true
  /** Source file, relative to the project's folder. */
  file: string
  /** Text to replace; it occurs in the file exactly once. */
  search: string
  /** Text that breaks the rule. */
  replace: string
  /**
   * Tests of `npm test`, of which one must fail: `file`, or `file › title`. The Playwright project precedes a browser
   * test: `phone tests/e2e/agenda.spec.ts`. They run one after the other.
   */
  gate: readonly string[]
  /** Tests that only `npm run test:full` runs. */
  full?: readonly string[]
}

/** A test or a whole file, as a mutant names it. */
export interface TestName {
  runner: 'vitest' | 'playwright'
  /** Playwright project; empty for Vitest. */
  project: string
  file: string
  /** Beginning or part of its title; empty for the whole file. */
  title: string
}

const titleSeparator = ' › '

/** Parses a name of {@link Mutant.gate}, such as `phone tests/e2e/agenda.spec.ts › shows the day`. */
export function parseTestName(name: string): TestName {
  const [location = '', ...titles] = name.split(titleSeparator)
  const file = location.slice(location.lastIndexOf(' ') + 1)
  return {
    runner: file.endsWith('.spec.ts') ? 'playwright' : 'vitest',
    project: location.slice(0, location.lastIndexOf(' ') + 1).trim(),
    file,
    title: titles.join(titleSeparator),
  }
}

/**
 * Breaks a source text.
 * @throws Error when the text does not contain the searched text exactly once
 */
export function applyMutant(source: string, { id, file, search, replace }: Mutant): string {
  const count = search === '' ? 0 : source.split(search).length - 1
  if (count !== 1) throw new Error(`${id}: ${file} holds the searched text ${count} times, not once`)
  if (search === replace) throw new Error(`${id}: the replacement changes nothing`)
  // A function, because `$&` has a meaning in a replacement text.
  return source.replace(search, () => replace)
}

/**
 * Validates a list of mutants.
 * @param root folder of the project
 * @param readSource reads a file of it
 * @returns a line per problem
 */
export function findListProblems(
  mutants: readonly Mutant[],
  root: string,
  readSource: (file: string) => string,
): string[] {
  const ids = new Set<string>()
  return mutants.flatMap((mutant) => {
    const isDuplicate = ids.has(mutant.id)
    ids.add(mutant.id)
    const names = [...mutant.gate, ...(mutant.full ?? [])]
    return [
      ...(isDuplicate ? [`${mutant.id}: there are two of this name`] : []),
      ...(mutant.gate.length === 0 ? [`${mutant.id}: no test is named`] : []),
      ...findSourceProblem(mutant, root, readSource),
      ...names
        .filter((name) => !hasTest(parseTestName(name), root, readSource))
        .map((name) => `${mutant.id}: there is no test ${name}`),
    ]
  })
}

/** True when the file exists and contains each title of the name; a title of several groups has several. */
function hasTest({ file, title }: TestName, root: string, readSource: (file: string) => string): boolean {
  return (
    existsSync(join(root, file)) &&
    title.split(titleSeparator).every((titlePart) => readSource(file).includes(titlePart))
  )
}

/** Finds why a mutant cannot be applied: at most one problem. */
function findSourceProblem(mutant: Mutant, root: string, readSource: (file: string) => string): string[] {
  if (!existsSync(join(root, mutant.file))) return [`${mutant.id}: there is no file ${mutant.file}`]
  try {
    applyMutant(readSource(mutant.file), mutant)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
