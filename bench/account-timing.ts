import { paths } from '../contract/api.ts'
import { startForum } from '../tests/support/forum-process.ts'
import { nextCode } from '../tests/support/outgoing.ts'
import { median, type Bench, type Figure } from './bench.ts'

const runs = 50
const knownMobile = '13800138000'

/** Measures whether response times reveal accounts: equal requests about existing and missing accounts. */
export const accountTiming: Bench = {
  name: 'account-timing',
  run: async () => {
    const forum = await startForum()
    try {
      const send = async (path: string, body: object): Promise<void> => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(`${forum.url}/api${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        await response.arrayBuffer()
      }
      await send(paths.sendCode, { mobile: knownMobile, check: false })
      await send(paths.smsLogin, {
        mobile: knownMobile,
        captcha: await nextCode(forum.dataDir, `+86${knownMobile}`),
      })
      return [
        await compare('password of an organiser', (run, isKnown) =>
          send(paths.login, {
            login_name: isKnown ? 'organiser' : `nobody-${run}`,
            login_pwd: 'not this one',
          }),
        ),
        await compare('password of a mobile', (run, isKnown) =>
          send(paths.login, {
            login_name: isKnown ? knownMobile : getUnknownMobile(run),
            login_pwd: 'not this one',
          }),
        ),
        await compare('wrong code', (run, isKnown) =>
          send(paths.smsLogin, { mobile: isKnown ? knownMobile : getUnknownMobile(run), captcha: '000000' }),
        ),
        await compare('code asked for', (run, isKnown) =>
          send(paths.sendCode, { mobile: isKnown ? knownMobile : getUnknownMobile(run), check: true }),
        ),
      ].flat()
    } finally {
      await forum.stop()
    }
  },
}

/** Returns a mobile without an account, a new one per run. */
function getUnknownMobile(run: number): string {
  return `137${String(run).padStart(8, '0')}`
}

/** Alternates known and unknown, so that changes on the machine affect both. */
async function compare(
  name: string,
  call: (run: number, isKnown: boolean) => Promise<void>,
): Promise<Figure[]> {
  const ms = { known: [] as number[], unknown: [] as number[] }
  for (let run = 0; run < runs * 2; run += 1) {
    const isKnown = run % 2 === 0
    const startedMs = performance.now()
    await call(run, isKnown)
    ms[isKnown ? 'known' : 'unknown'].push(performance.now() - startedMs)
  }
  const difference = Math.abs(median(ms.known) - median(ms.unknown))
  const medians = `known ${median(ms.known).toFixed(1)} ms, unknown ${median(ms.unknown).toFixed(1)} ms`
  return [
    {
      name: `${name}: difference of the medians`,
      value: difference,
      unit: 'ms',
      goal: { most: 5 },
      conditions: `${runs} of each by turns, SQLite; ${medians}`,
    },
  ]
}
