import { expect, test } from 'vitest'
import { ensureRequirements, listProblems, type Machine, type RequirementDeps } from './requirements.ts'

const ready: Machine = {
  runningNode: '24.21.0',
  pinnedNode: '24.21.0',
  hasChromium: true,
  hasCjkFonts: true,
  hasPostgres: true,
  canInstall: false,
  folders: [{ path: '/tmp', freeBytes: 50e9 }],
}
const bare: Machine = { ...ready, hasChromium: false, hasCjkFonts: false, hasPostgres: false }

/** Creates the dependencies of a machine that goes through these states, with apt-get's results. */
function prepare(machines: Machine[], answers: { code: number; output: string }[] = []) {
  const calls: string[] = []
  const deps: RequirementDeps = {
    inspect: async () => machines.shift() ?? ready,
    apt: async (args) => {
      calls.push(args.filter((arg) => !arg.startsWith('-') && !arg.startsWith('Acquire')).join(' '))
      return answers.shift() ?? { code: 0, output: '' }
    },
    log: () => undefined,
  }
  return { calls, deps }
}

test('a machine with everything is left alone', async () => {
  const { calls, deps } = prepare([ready])
  await ensureRequirements(deps)
  expect(calls).toEqual([])
})

test('without root, one line names everything that is missing', async () => {
  const { calls, deps } = prepare([bare])
  await expect(ensureRequirements(deps)).rejects.toThrow(
    "The tests need Chromium (or CHROMIUM_PATH), Chinese fonts, and PostgreSQL's initdb and postgres (or TEST_DATABASE_URL). On Debian, as root: apt-get install chromium fontconfig fonts-noto-cjk postgresql",
  )
  expect(calls).toEqual([])
})

test.each([
  [{ hasChromium: false }, 'Chromium (or CHROMIUM_PATH). On Debian, as root: apt-get install chromium'],
  [{ hasCjkFonts: false }, 'Chinese fonts. On Debian, as root: apt-get install fontconfig fonts-noto-cjk'],
  [{ hasPostgres: false }, /initdb and postgres .*: apt-get install postgresql$/],
])('the line names what is missing and nothing else: %o', async (missing, line) => {
  await expect(ensureRequirements(prepare([{ ...ready, ...missing }]).deps)).rejects.toThrow(line)
})

test('as root on Debian the missing packages are installed', async () => {
  const { calls, deps } = prepare([{ ...bare, canInstall: true }, ready])
  await ensureRequirements(deps)
  expect(calls).toEqual(['update', 'install chromium fontconfig fonts-noto-cjk postgresql'])
})

test('an installation that fails without network is reported with its reason and what to install', async () => {
  const missing = { ...ready, hasChromium: false, canInstall: true }
  const { deps } = prepare(
    [missing, missing],
    [
      {
        code: 0,
        output: "W: Failed to fetch http://deb.example/InRelease  Could not resolve 'deb.example'\n",
      },
      { code: 100, output: 'E: Unable to locate package chromium\n' },
    ],
  )
  await expect(ensureRequirements(deps)).rejects.toThrow(
    "The tests need Chromium (or CHROMIUM_PATH), which could not be installed (Failed to fetch http://deb.example/InRelease  Could not resolve 'deb.example'). With network, as root: apt-get install chromium",
  )
})

test('another Node, a full disk and a database that does not answer are reported before anything is installed', async () => {
  const machine: Machine = {
    ...ready,
    runningNode: '22.1.0',
    databaseProblem: 'connect ECONNREFUSED 127.0.0.1:5432',
    canInstall: true,
    hasChromium: false,
    folders: [
      { path: '/tmp', freeBytes: 0.3e9 },
      { path: '/home/me/forum', freeBytes: 9e9 },
    ],
  }
  expect(listProblems(machine)).toEqual([
    'The tests run on Node 24.21.0, this is 22.1.0: start them by npm, which installs it.',
    'No PostgreSQL answers at TEST_DATABASE_URL: connect ECONNREFUSED 127.0.0.1:5432. Start it, or unset the variable.',
    'The disk is full: the tests need 2.0 GB in /tmp, 0.3 GB are free.',
  ])
  const { calls, deps } = prepare([machine])
  await expect(ensureRequirements(deps)).rejects.toThrow('The disk is full')
  expect(calls).toEqual([])
})
