/** Writes docs/coverage.md from the titles of the tests. */
import { writeFile } from 'node:fs/promises'
import { readCoverage } from '../tests/architecture/coverage-files.ts'

const { path, text } = await readCoverage()
await writeFile(path, text)
