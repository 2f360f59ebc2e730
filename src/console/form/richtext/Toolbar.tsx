import { useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Locale, locales } from '#contract/locale.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { isUnfinished } from '#forms/index.ts'
import { PictureTool } from './PictureTool.tsx'
import { tools, ToolButton } from './tools.tsx'
import styles from './RichTextControl.module.css'
import { toLinkUrl } from './editor-document.ts'

interface ToolbarProps {
  /** The text that was focused last. */
  lastFocused: { editor: Editor; locale: Locale } | undefined
  /** A link that was being typed when the page was closed. */
  link: TypedLink | undefined
  /** Stores the typed link with the text; undefined once it is applied or discarded. */
  onLink: (link: TypedLink | undefined) => void
  /** Module and key of the field that pictures are uploaded for. */
  module: string
  name: string
}

/** Shows the tools for the selected text. The toolbar stays visible while a long text scrolls. */
export function Toolbar({ lastFocused, ...toolProps }: ToolbarProps) {
  if (!lastFocused) return <div className={styles.tools} />
  return <Tools key={lastFocused.editor.instanceId} {...toolProps} lastFocused={lastFocused} />
}

/** Shows the tools for one text; a toolbar for another text is a new component with its own dialog. */
function Tools({
  lastFocused: { editor, locale },
  link,
  onLink,
  module,
  name,
}: ToolbarProps & { lastFocused: { editor: Editor; locale: Locale } }) {
  const { t } = useTranslation('console')
  const savedLink = link?.locale === locale ? link : undefined
  const [isLinkSheetOpen, setLinkSheetOpen] = useState(false)
  useEffect(() => {
    if (!savedLink) return
    editor.commands.setTextSelection(savedLink)
    setLinkSheetOpen(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once: reopens the sheet that was open when the page was closed
  }, [editor])
  const toolState = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => ({
      activeTools: tools.filter((tool) => tool.isOn?.(currentEditor)).map((tool) => tool.name),
      disabledTools: tools
        .filter((tool) => tool.isAvailable?.(currentEditor) === false)
        .map((tool) => tool.name),
      isLink: currentEditor.isActive('link'),
      canLink: currentEditor.isActive('link') || !currentEditor.state.selection.empty,
    }),
  })
  return (
    <fieldset aria-label={t('richtext.tools')} className={styles.tools}>
      {tools.map((tool) => (
        <ToolButton
          key={tool.name}
          icon={tool.name}
          label={t(`richtext.${tool.name}`)}
          isOn={tool.isOn ? toolState.activeTools.includes(tool.name) : undefined}
          disabled={toolState.disabledTools.includes(tool.name)}
          onClick={() => tool.run(editor.chain().focus()).run()}
        />
      ))}
      <ToolButton
        icon="link"
        label={t('richtext.link')}
        isOn={toolState.isLink}
        disabled={!toolState.canLink}
        onClick={() => setLinkSheetOpen(true)}
      />
      <PictureTool editor={editor} module={module} name={name} />
      {isLinkSheetOpen && (
        <LinkSheet
          editor={editor}
          savedUrl={savedLink?.address}
          onType={(address) => {
            const { from, to } = editor.state.selection
            onLink(address === undefined ? undefined : { locale, from, to, address })
          }}
          onClose={() => setLinkSheetOpen(false)}
        />
      )}
    </fieldset>
  )
}

/** Edits the URL of the selected text. */
function LinkSheet({
  editor,
  savedUrl,
  onType,
  onClose,
}: {
  editor: Editor
  /** The URL that was typed when the page was closed, from the draft. */
  savedUrl: string | undefined
  /** Called with each typed URL; with undefined once it is applied or discarded. */
  onType: (address: string | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const currentUrl = String(editor.getAttributes('link')['href'] ?? '')
  const [typedUrl, setTypedUrl] = useState(savedUrl ?? currentUrl)
  const [isInvalid, setInvalid] = useState(false)
  const close = () => {
    onType(undefined)
    onClose()
  }
  const apply = () => {
    const href = toLinkUrl(typedUrl)
    if (href === undefined) return setInvalid(true)
    // Called before the text changes, so that the text is not reported together with the unfinished link.
    onType(undefined)
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    onType(undefined)
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Sheet title={t('richtext.link')} closeLabel={t('close')} onClose={close}>
      {/* No form element: the sheet may be inside another form. */}
      <div className={styles.sheet}>
        <TextField
          label={t('richtext.address')}
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          value={typedUrl}
          error={isInvalid ? t('richtext.addressWrong') : undefined}
          onChange={(text) => {
            setTypedUrl(text)
            onType(text)
            setInvalid(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <div className={styles.foot}>
          {currentUrl !== '' && <Button onClick={remove}>{t('richtext.unlink')}</Button>}
          <Button variant="filled" onClick={apply}>
            {t('richtext.apply')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

/** A URL that was typed for a link and not applied yet. */
export interface TypedLink {
  /** The language of the text with the selection. */
  locale: Locale
  /** Selected positions in the text. */
  from: number
  to: number
  /** The URL as typed. Drafts store the members, so their names stay. */
  address: string
}

/** Parses the link from a control's value; undefined when none is being typed. */
export function readTypedLink(input: unknown): TypedLink | undefined {
  const link = isUnfinished(input) ? input.$unfinished : undefined
  if (!isPlainObject(link)) return undefined
  const { locale, from, to, address } = link
  const knownLocale = locales.find((known) => known === locale)
  if (!knownLocale || typeof from !== 'number' || typeof to !== 'number' || typeof address !== 'string')
    return undefined
  return { locale: knownLocale, from, to, address }
}
