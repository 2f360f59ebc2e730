import { createFileRoute } from '@tanstack/react-router'
import { parseAgendaSearch } from '#features/programme/sessions'
import { onlyParsed } from '#platform/routing.ts'

/** The list itself is drawn by the layout around it, which keeps it while a session is read. */
export const Route = createFileRoute('/_main/agenda/')({ validateSearch: onlyParsed(parseAgendaSearch) })
