import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { englishNames, translatedLanguages } from '../../../contract/shared/languages.ts'
import { useFieldName } from '../../ui/form/fieldNames.ts'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import type { ItemControl } from './itemForm.ts'
import { describeTranslations } from './translations.ts'

/** Edits the item's texts in the public site's other languages. The section is collapsed at first. */
export function TranslationFields({ control, open }: { control: ItemControl; open: boolean }) {
  useFieldName('translations', 'Other languages', (value) =>
    describeTranslations((value ?? []) as ItemRow['translations']),
  )
  return (
    <details className="part fold" open={open}>
      <summary>Other languages</summary>
      <p className="hint">What is left empty is shown as it is written above.</p>
      {translatedLanguages.map((language, n) => (
        <fieldset key={language}>
          <legend className="vh">{englishNames[language]}</legend>
          <TextField
            control={control}
            name={`translations.${n}.itemName`}
            label={`Name in ${englishNames[language]}`}
            lang={language}
          />
          <TextAreaField
            control={control}
            name={`translations.${n}.description`}
            label={`Description in ${englishNames[language]}`}
            lang={language}
          />
        </fieldset>
      ))}
    </details>
  )
}
