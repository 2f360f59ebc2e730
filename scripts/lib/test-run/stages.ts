import { globSync } from 'node:fs'
import { root } from '../run.ts'

/** A stage of a run: a program that runs all files of the stage, or that is itself the test. */
export interface Stage {
  name: string
  /** `checks` are the programs of `scripts/lib/checks.ts`; `build` builds the app. */
  runner: 'checks' | 'build' | 'vitest' | 'playwright'
  /** Vitest's projects. */
  projects: readonly string[]
  /** Patterns of its files, relative to the project's folder. */
  files: readonly string[]
  /** True when its tests use the built app. */
  needsBuild?: boolean
  /** Average seconds per test, for shards of about the same length. */
  secondsPerTest: number
}

/** Files of Vitest's projects, used by `vitest.config.ts` too. */
export const projectFiles = {
  unit: ['{contract,server,scripts}/**/*.test.ts', 'tests/{architecture,support}/**/*.test.ts'],
  app: ['{src,sw}/**/*.test.ts'],
  component: ['tests/component/**/*.test.{ts,tsx}'],
  api: ['tests/api/**/*.test.ts'],
  build: ['tests/build/**/*.test.ts'],
}

function vitestStage(name: string, projects: (keyof typeof projectFiles)[], secondsPerTest: number): Stage {
  return {
    name,
    runner: 'vitest',
    projects,
    files: projects.flatMap((project) => projectFiles[project]),
    secondsPerTest,
  }
}

/** All stages in order: the fastest failures come first. */
export const stages: readonly Stage[] = [
  { name: 'checks', runner: 'checks', projects: [], files: [], secondsPerTest: 60 },
  // `vitest.config.ts` divides the files of `app` into several projects, whose names begin with it.
  { ...vitestStage('unit', ['unit', 'app'], 0.02), projects: ['unit', 'app*'] },
  vitestStage('component', ['component'], 0.1),
  { name: 'build', runner: 'build', projects: [], files: [], secondsPerTest: 20 },
  // Hostile requests also go to the app's files.
  { ...vitestStage('api', ['api'], 0.5), needsBuild: true },
  { ...vitestStage('built app', ['build'], 0.5), needsBuild: true },
  {
    name: 'browser',
    runner: 'playwright',
    projects: [],
    files: ['tests/{e2e,offline}/**/*.spec.ts'],
    needsBuild: true,
    secondsPerTest: 3,
  },
]

/** Files of a stage in a fixed order, relative to the project's folder with `/` between folders. */
export function listStageFiles(stage: Stage): string[] {
  return globSync([...stage.files], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}
