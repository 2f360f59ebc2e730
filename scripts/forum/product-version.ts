import { readFile } from 'node:fs/promises'

const packageFile = new URL('../../package.json', import.meta.url)

/** Reads the version from package.json. */
export async function readProductVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  return version
}
