import { createFileRoute } from '@tanstack/react-router'
import { AskScreen } from '#features/ask'
import { loadIssueMessages } from '#features/forms'
import { getLocale, loadMemberTexts } from '#lib/locale.ts'

export const Route = createFileRoute('/_main/qa_/ask')({
  loader: () => {
    void loadIssueMessages(getLocale()).catch(() => undefined)
    return loadMemberTexts()
  },
  component: AskScreen,
})
