/**
 * Loaded before the server (`node --import`): writes the maximum number of concurrent argon2 hashes to the file of
 * HASHES_FILE.
 */
import crypto from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const file = process.env['HASHES_FILE'] ?? ''
const real = crypto.argon2
let running = 0
let most = 0
crypto.argon2 = (...args: Parameters<typeof real>) => {
  const done = args[2]
  running += 1
  if (running > most) writeFileSync(file, String((most = running)))
  real(args[0], args[1], (...result) => {
    running -= 1
    done(...result)
  })
}
syncBuiltinESMExports()
