/**
 * `npm run bench [name]`: measures the built app and the real server, prints a table with conditions and writes
 * bench/results.json.
 */
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { isReached, type Figure } from '../bench/bench.ts'
import { benches } from '../bench/index.ts'
import { buildApp } from './lib/build-app.ts'
import { isBuildCurrent } from './lib/build-state.ts'
import { root } from './lib/run.ts'

const [wantedName] = process.argv.slice(2)
const selectedBenches = benches.filter((bench) => !wantedName || bench.name === wantedName)
if (selectedBenches.length === 0) {
  console.error(
    `There is no benchmark "${wantedName}"; there are ${benches.map((bench) => bench.name).join(', ')}.`,
  )
  process.exit(1)
}
if (!(await isBuildCurrent())) await buildApp()

const figures: (Figure & { bench: string })[] = []
for (const bench of selectedBenches) {
  console.log(`${bench.name} …`)
  for (const figure of await bench.run()) {
    figures.push({ bench: bench.name, ...figure })
    console.log(`  ${formatFigure(figure)}`)
  }
}

const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`
console.log(`Machine: ${machine}`)
await writeFile(
  join(root, 'bench/results.json'),
  JSON.stringify({ at: new Date().toISOString(), machine, figures }, null, 2),
)

function formatFigure(figure: Figure): string {
  const { most, least } = figure.goal ?? {}
  const goal = most === undefined ? (least === undefined ? '' : ` (goal ≥ ${least})`) : ` (goal ≤ ${most})`
  const mark = figure.goal ? (isReached(figure) ? '✓' : '✗') : '·'
  return `${mark} ${figure.name}: ${roundFigure(figure.value)} ${figure.unit}${goal}  [${figure.conditions}]`
}

function roundFigure(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}
