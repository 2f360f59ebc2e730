import { createFileRoute } from '@tanstack/react-router'
import { AskScreen } from '#features/articles/ask'
import { loadIssueMessages } from '#forms/index.ts'
import { getLocale, loadMemberTexts } from '#platform/locale.ts'

export const Route = createFileRoute('/_main/qa_/ask')({
  loader: () => {
    void loadIssueMessages(getLocale()).catch(() => undefined)
    return loadMemberTexts()
  },
  component: AskScreen,
})
