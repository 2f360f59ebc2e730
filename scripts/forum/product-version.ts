import { readFile } from 'node:fs/promises'

const packageFile = new URL('../../package.json', import.meta.url)

/** The version that package.json says. */
export async function readProductVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  return version
}
