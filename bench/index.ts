import { accountTiming } from './account-timing.ts'
import { agenda } from './agenda.ts'
import type { Bench } from './bench.ts'
import { organisers } from './console.ts'
import { exporting } from './exporting.ts'
import { idleConnections } from './idle-connections.ts'
import { importing } from './importing.ts'
import { lighthouse } from './lighthouse.ts'
import { mixedLoad } from './mixed-load.ts'
import { outbox } from './outbox.ts'
import { searching } from './searching.ts'
import { serving } from './serving.ts'
import { signInFlood } from './sign-in-flood.ts'
import { size } from './size.ts'
import { starting } from './starting.ts'
import { uploads } from './uploads.ts'
import { vitals } from './vitals.ts'
import { volumes } from './volumes.ts'
import { wire } from './wire.ts'
import { writing } from './writing.ts'

/** Every benchmark, in the order in which they run. */
export const benches: readonly Bench[] = [
  size,
  wire,
  starting,
  agenda,
  vitals,
  outbox,
  organisers,
  searching,
  serving,
  mixedLoad,
  signInFlood,
  idleConnections,
  accountTiming,
  uploads,
  writing,
  exporting,
  importing,
  volumes,
  lighthouse,
]
