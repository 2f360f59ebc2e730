import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtAppDir } from '../../server/app.ts'

/** Creates the folder of an app whose pages carry the data of the real ones in a shell of the test. */
export async function createShellFolder(folder: string, shell: string): Promise<void> {
  await mkdir(join(folder, '.prerender'), { recursive: true })
  await copyFile(join(builtAppDir, '.prerender/pages.json'), join(folder, '.prerender/pages.json'))
  await writeFile(join(folder, 'index.html'), shell)
}
