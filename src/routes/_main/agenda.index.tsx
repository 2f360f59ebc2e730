import { createFileRoute } from '@tanstack/react-router'
import { parseAgendaSearch } from '#features/programme/agenda'
import { onlyParsed } from '#platform/routing.ts'

/** Declares only the URL. The parent route shows the list, which stays mounted while a session is open. */
export const Route = createFileRoute('/_main/agenda/')({ validateSearch: onlyParsed(parseAgendaSearch) })
