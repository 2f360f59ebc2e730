import type { Command } from './command.ts'

/** The operator's commands by name, each loaded on demand. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'import-schedule': async () => (await import('./import-schedule.ts')).importSchedule,
  user: async () => (await import('./user.ts')).user,
  sample: async () => (await import('./sample.ts')).sample,
  'load-sample': async () => (await import('./load-sample.ts')).loadSampleData,
  export: async () => (await import('./export.ts')).exportModule,
  import: async () => (await import('./import.ts')).importModule,
  migrate: async () => (await import('./migrate.ts')).migrateTables,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  retention: async () => (await import('./retention.ts')).retention,
  doctor: async () => (await import('./doctor.ts')).doctor,
}
