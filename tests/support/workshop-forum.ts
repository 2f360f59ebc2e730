import type { TestPlace } from './databases.ts'
import { useEngineApp, type ApiAnswer, type SuiteEngine } from './engine-app.ts'
import { benches, benchesServer, workshopsServer } from './workshops.ts'

/** The least that a workshop needs. */
export const leastWorkshop = { title: { 'zh-CN': '焊接', en: 'Soldering' }, email: 'Anna@Example.ORG' }

/** When bench 1 and 2 begin. */
export const nine = '2023-09-06T01:00:00Z'
const noon = '2023-09-06T04:00:00Z'
const three = '2023-09-06T07:00:00Z'

const bench = (position: number, size: string, more: object = {}) => ({
  id: `b${position}`,
  position,
  name: `Bench ${position}`,
  size,
  ...more,
})

/** The real server over four benches, of which the first two overlap and the last is not open. */
export function useWorkshops(place: TestPlace): SuiteEngine {
  const rows = [
    bench(3, 'small', { starts_at: noon, ends_at: three }),
    bench(1, 'small', { starts_at: nine, ends_at: noon, places: 1 }),
    bench(2, 'large', { starts_at: nine, ends_at: noon, places: 2 }),
    bench(4, 'small', { is_open: false }),
  ]
  return useEngineApp(place, [benchesServer, workshopsServer], { fill: ({ write }) => write(benches, rows) })
}

/** The refused fields with their keys. */
export const problemsOf = ({ body }: ApiAnswer) =>
  Object.fromEntries((body.error?.fields ?? []).map(({ path, key }) => [path, key]))
