import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileValue } from '#contract/row.ts'
import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { saveFile } from './file-actions.ts'
import { useRecordDownload } from './use-activity.ts'

/** Saves the file of a document. A failure is shown as text. */
export function SaveButton({
  id,
  file,
  disabled,
  onNotFound,
}: {
  /** Id of the document. */
  id: string
  file: FileValue
  disabled: boolean
  /** Called when the server answers that the file does not exist any more. */
  onNotFound: () => void
}) {
  const { t } = useTranslation('downloads')
  const [busy, setBusy] = useState(false)
  const recordDownload = useRecordDownload(id)
  const reportError = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 404 || status === 410) return onNotFound()
    const reason = status === 401 ? 'signIn' : 'network'
    notify({ kind: 'danger', title: t('failed.title'), text: t(`failed.${reason}`) })
  }
  const save = async () => {
    setBusy(true)
    await saveFile(file).then(recordDownload, reportError)
    setBusy(false)
  }
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void save()}>
      <Icon name="download" size={20} /> {t('download')}
    </Button>
  )
}

/** Takes the place of the download button for files behind the sign-in: leads to the sign-in page and back here. */
export function SignInLink() {
  const { t } = useTranslation('downloads')
  const currentUrl = useRouterState({ select: ({ location }) => location.href })
  return (
    <Link to="/user/login" search={{ redirectUrl: currentUrl }} className={buttonClass('quiet')}>
      <Icon name="lock" size={20} /> {t('signIn')}
    </Link>
  )
}
