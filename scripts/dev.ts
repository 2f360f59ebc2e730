/** `npm run dev`: the server in watch mode, and Vite with hot reload, which proxies API requests to it. */
import { run } from './lib/run.ts'

const server = run('node', ['--watch', '--disable-warning=ExperimentalWarning', 'server/main.ts'])
const vite = run('vite', ['--host', process.env.HOST ?? '127.0.0.1'])
process.exitCode = await Promise.race([server, vite])
