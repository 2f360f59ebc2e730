import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { createVitest } from 'vitest/node'
import { fullTag, gateProjects } from '../../../tests/support/marks.ts'
import { checks } from '../checks.ts'
import { root } from '../run.ts'
import type { StagePlan } from './plan.ts'
import type { Processes } from './processes.ts'

/** Number of tests of a file. */
export interface ListedFile {
  /** Name of the stage. */
  stage: string
  /** Path of the file, or the name of a check or stage without files. */
  file: string
  /** Tests of the gate. */
  gate: number
  /** Tests that only the full suite runs. */
  full: number
}

/**
 * Counts the tests of a plan. It loads files to see their tests, and runs none.
 * @throws Error when a file cannot be loaded
 */
export async function listTests(plan: readonly StagePlan[], processes: Processes): Promise<ListedFile[]> {
  const fileCounts: ListedFile[] = []
  for (const { stage, files, isCounted } of plan) {
    const addCounts = (tests: readonly ListedTest[]): void => {
      for (const file of files) {
        const fileTests = tests.filter((test) => test.file === file)
        const full = fileTests.filter(({ isFull }) => isFull).length
        fileCounts.push({ stage: stage.name, file, gate: fileTests.length - full, full })
      }
    }
    if (stage.runner === 'checks')
      fileCounts.push(...checks.map(({ name }) => ({ stage: stage.name, file: name, gate: 1, full: 0 })))
    if (stage.runner === 'build' && isCounted)
      fileCounts.push({ stage: stage.name, file: 'the app is built', gate: 1, full: 0 })
    if (stage.runner === 'vitest') addCounts(await listVitest(stage.projects, files))
    if (stage.runner === 'playwright') addCounts(await listPlaywright(processes))
  }
  return fileCounts
}

/** Formats a suite: a heading per stage, its files with their number of tests, and sums at the end. */
export function formatList(suite: 'gate' | 'full', fileCounts: readonly ListedFile[]): string {
  const files = suite === 'gate' ? fileCounts.filter(({ gate }) => gate > 0) : fileCounts
  const names = [...new Set(files.map(({ stage }) => stage))]
  return [
    ...names.flatMap((name) => {
      const stageFiles = files.filter(({ stage }) => stage === name)
      return [
        formatSum(name, suite, stageFiles),
        ...stageFiles.map((file) => `  ${formatFile(file, suite)}`),
        '',
      ]
    }),
    formatSum('all', suite, files),
  ].join('\n')
}

function formatFile({ file, gate, full }: ListedFile, suite: 'gate' | 'full'): string {
  const fullOnlyText = suite === 'full' && full > 0 ? ` (and ${full} in the full suite only)` : ''
  return `${String(gate).padStart(5)}  ${file}${fullOnlyText}`
}

function formatSum(name: string, suite: 'gate' | 'full', files: readonly ListedFile[]): string {
  const sum = (key: 'gate' | 'full'): number => files.reduce((total, file) => total + file[key], 0)
  const fullOnlyText = suite === 'full' ? `, ${sum('full')} in the full suite only` : ''
  return `${name}: ${files.length} files, ${sum('gate')} tests of the gate${fullOnlyText}`
}

/** A test as its runner lists it. */
interface ListedTest {
  file: string
  /** True for a test that only the full suite runs. */
  isFull: boolean
}

async function listVitest(projects: readonly string[], files: readonly string[]): Promise<ListedTest[]> {
  const vitest = await createVitest('test', { watch: false, reporters: [], project: [...projects] })
  try {
    const { testModules, unhandledErrors } = await vitest.collect([...files], { staticParse: false })
    const errors = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors]
    if (errors[0]) throw new Error(`The tests cannot be listed: ${(errors[0] as Error).message}`)
    return testModules.flatMap((module) => {
      const file = toPath(module.moduleId)
      return [...module.children.allTests()].map(({ tags }) => ({ file, isFull: tags.includes(fullTag) }))
    })
  } finally {
    await vitest.close()
  }
}

async function listPlaywright(processes: Processes): Promise<ListedTest[]> {
  const report = join(processes.tempDir, 'list.json')
  const { output } = await processes.run('playwright', ['test', '--list', '--reporter=json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    isCollected: true,
  })
  const { suites, errors, config } = JSON.parse(readFileSync(report, 'utf8')) as JSONReport
  if (errors[0]) throw new Error(`The tests cannot be listed: ${errors[0].message ?? output}`)
  return suites.flatMap((suite) => listSuite(suite, config.rootDir))
}

/** Lists the tests of a suite and its inner suites, each once for each project that runs it. */
function listSuite({ specs, suites = [] }: JSONReportSuite, folder: string): ListedTest[] {
  const fileTests = specs.flatMap(({ file, tags, tests }) =>
    tests.map(({ projectName }) => ({
      file: toPath(join(folder, file)),
      isFull: tags.includes(fullTag) || !gateProjects.includes(projectName),
    })),
  )
  return [...fileTests, ...suites.flatMap((suite) => listSuite(suite, folder))]
}

function toPath(path: string): string {
  return relative(root, path).replaceAll('\\', '/')
}
