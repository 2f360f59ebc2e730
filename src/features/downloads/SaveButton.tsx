import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileValue } from '#contract/row.ts'
import { ApiError } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { saveFile } from './file-actions.ts'
import { useRecordDownload } from './use-activity.ts'

/** Saves the file of a document; what went wrong is said in words. */
export function SaveButton({
  id,
  file,
  disabled,
  onGone,
}: {
  /** Of the document. */
  id: string
  file: FileValue
  disabled: boolean
  /** The server has no such file any more. */
  onGone: () => void
}) {
  const { t } = useTranslation('downloads')
  const [busy, setBusy] = useState(false)
  const note = useRecordDownload(id)
  const tell = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 404 || status === 410) return onGone()
    const problem = status === 401 ? 'signIn' : 'network'
    notify({ kind: 'danger', title: t('failed.title'), text: t(`failed.${problem}`) })
  }
  const save = async () => {
    setBusy(true)
    await saveFile(file).then(note, tell)
    setBusy(false)
  }
  return (
    <Button busy={busy} disabled={disabled} onClick={() => void save()}>
      <Icon name="download" size={20} /> {t('download')}
    </Button>
  )
}

/** In place of the download of a file that is for people who are signed in: to the sign-in page and back here. */
export function SignInLink() {
  const { t } = useTranslation('downloads')
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <Link to="/user/login" search={{ redirectUrl: here }} className={buttonClass('quiet')}>
      <Icon name="lock" size={20} /> {t('signIn')}
    </Link>
  )
}
