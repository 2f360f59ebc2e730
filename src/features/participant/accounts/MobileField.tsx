import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/TextField.tsx'

/** Field for a mobile number. Explains the format of foreign numbers. */
export function MobileField({
  mobile,
  onMobile,
  error,
  ref,
}: {
  mobile: string
  onMobile: (mobile: string) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('sign-in')
  return (
    <TextField
      ref={ref}
      label={t('code.mobile')}
      help={t('code.mobileHelp')}
      error={error}
      value={mobile}
      onChange={onMobile}
      type="tel"
      autoComplete="tel"
    />
  )
}
