import type { Migration } from 'kysely/migration'
import * as accountsAndFiles from './2026-11-20-accounts-and-files.ts'
import * as contentModules from './2026-11-20-content-modules.ts'
import * as programmeModules from './2026-11-20-programme-modules.ts'
import * as accounts from './2026-11-21-accounts.ts'
import * as auditLog from './2026-11-21-audit-log.ts'
import * as codesAndMessages from './2026-11-21-codes-and-messages.ts'
import * as operations from './2026-11-21-operations.ts'
import * as uploads from './2026-11-21-uploads.ts'
import * as publicModules from './2026-11-22-public-modules.ts'
import * as registrations from './2026-11-22-registrations.ts'
import * as repeatedCalls from './2026-11-22-repeated-calls.ts'
import * as rowRevisions from './2026-11-22-row-revisions.ts'
import * as secretSettings from './2026-11-22-secret-settings-and-questions.ts'
import * as sideMeetings from './2026-11-22-side-meetings.ts'
import * as usersModule from './2026-11-22-users-module.ts'
import * as usesAndReveals from './2026-11-22-uses-and-reveals.ts'
import * as imports from './2026-11-23-imports.ts'
import * as rowCounts from './2026-11-23-row-counts.ts'
import * as documentLanguage from './2026-11-24-document-language.ts'
import * as places from './2026-11-24-places.ts'
import * as streamsAndHalls from './2026-11-24-streams-and-halls.ts'
import * as search from './2026-11-24-search.ts'
import * as parkedMessages from './2026-11-25-parked-messages.ts'
import * as urgentMessages from './2026-11-26-urgent-messages.ts'
import * as urgentMessagesUndone from './2026-11-26-urgent-messages-undone.ts'
import * as clientRowIds from './2026-11-27-client-row-ids.ts'
import * as codeChallenges from './2026-11-27-code-challenges.ts'
import * as otherRooms from './2026-11-27-other-rooms.ts'
import * as slidingCounts from './2026-11-27-sliding-counts.ts'
import * as takenPlaces from './2026-11-27-taken-places.ts'
import * as timedPublication from './2026-11-27-timed-publication.ts'
import * as twoFactorSignIn from './2026-11-27-two-factor-sign-in.ts'
import * as usersOwnRows from './2026-11-27-users-own-rows.ts'
import * as sortKeys from './2026-11-27-sort-keys.ts'
import * as valuesGiven from './2026-11-27-values-given.ts'

/**
 * Every migration in the order in which they run. A released one is never changed. Its name is stored in the databases that
 * ran it, so it stays even where the code has another word today.
 */
export const migrations: Record<string, Migration> = {
  '2026-11-20-accounts-and-files': accountsAndFiles,
  '2026-11-20-content-modules': contentModules,
  '2026-11-20-programme-modules': programmeModules,
  '2026-11-21-accounts': accounts,
  '2026-11-21-audit-log': auditLog,
  '2026-11-21-codes-and-messages': codesAndMessages,
  '2026-11-21-operations': operations,
  '2026-11-21-uploads': uploads,
  '2026-11-22-public-modules': publicModules,
  '2026-11-22-registrations': registrations,
  '2026-11-22-repeated-calls': repeatedCalls,
  '2026-11-22-row-revisions': rowRevisions,
  '2026-11-22-secret-settings-and-questions': secretSettings,
  '2026-11-22-side-meetings': sideMeetings,
  '2026-11-22-users-module': usersModule,
  '2026-11-22-uses-and-reveals': usesAndReveals,
  '2026-11-23-imports': imports,
  '2026-11-23-row-counts': rowCounts,
  '2026-11-24-document-language': documentLanguage,
  '2026-11-24-places': places,
  '2026-11-24-streams-and-halls': streamsAndHalls,
  '2026-11-24-search': search,
  '2026-11-25-parked-messages': parkedMessages,
  '2026-11-26-urgent-messages': urgentMessages,
  '2026-11-26-urgent-messages-undone': urgentMessagesUndone,
  '2026-11-27-client-row-ids': clientRowIds,
  '2026-11-27-code-challenges': codeChallenges,
  '2026-11-27-other-rooms': otherRooms,
  '2026-11-27-sliding-counts': slidingCounts,
  '2026-11-27-sort-keys': sortKeys,
  '2026-11-27-taken-places': takenPlaces,
  '2026-11-27-timed-publication': timedPublication,
  '2026-11-27-two-factor-sign-in': twoFactorSignIn,
  '2026-11-27-users-own-rows': usersOwnRows,
  '2026-11-27-values-given': valuesGiven,
}
