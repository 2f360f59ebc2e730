import { agenda } from './agenda.ts'
import type { Bench } from './bench.ts'
import { serving } from './serving.ts'
import { size } from './size.ts'
import { starting } from './starting.ts'
import { wire } from './wire.ts'

/** Every benchmark, in the order in which they run. */
export const benches: readonly Bench[] = [size, wire, starting, agenda, serving]
