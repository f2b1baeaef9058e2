import {
  type AutocompleteProps,
  type ButtonProps,
  type ComboboxProps,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PasswordInputProps,
  type PopoverProps,
  type SelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core'

import { DownIcon } from './icons.tsx'

const emerald: MantineColorsTuple = [
  '#eef5f1',
  '#dbe9e2',
  '#b5d2c5',
  '#8cbaa6',
  '#68a58b',
  '#3f8a70',
  '#1d6552',
  '#175748',
  '#12473b',
  '#0c362c',
]
const gold: MantineColorsTuple = [
  '#fbf6ea',
  '#f3e8cd',
  '#e6d2a3',
  '#d5b877',
  '#c09c52',
  '#a88339',
  '#826120',
  '#6a4f1b',
  '#513c16',
  '#382a11',
]

/** The Mantine theme of the shop. Rules that a theme cannot express are in staff.css. */
export const theme = createTheme({
  primaryColor: 'emerald',
  primaryShade: { light: 8, dark: 6 },
  colors: { emerald, gold },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-text)',
  fontSizes: { xs: '12.5px', sm: '13.5px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.43', lg: '1.5', xl: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '12px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'var(--float)',
    md: 'var(--float)',
    lg: 'var(--float)',
    xl: 'var(--float)',
  },
  headings: {
    fontFamily: 'var(--font-text)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '15px', lineHeight: '20px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
      h5: { fontSize: '13.5px', lineHeight: '18px' },
      h6: { fontSize: '12.5px', lineHeight: '16px' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The components are named here. Mantine's `extend` would load each of them on the sign-in page.
  components: {
    Button: { defaultProps: { variant: 'default', size: 'md' } satisfies Partial<ButtonProps> },
    TextInput: { defaultProps: { size: 'md' } satisfies Partial<TextInputProps> },
    PasswordInput: {
      defaultProps: {
        size: 'md',
        visibilityToggleButtonProps: { 'aria-label': 'Show what is typed' },
      } satisfies Partial<PasswordInputProps>,
    },
    Textarea: { defaultProps: { size: 'md' } satisfies Partial<TextareaProps> },
    Autocomplete: { defaultProps: { size: 'md' } satisfies Partial<AutocompleteProps> },
    Select: {
      defaultProps: {
        size: 'md',
        // Enter takes the first match.
        selectFirstOptionOnChange: true,
        // A list that opens on focus would cover the message of the field, and the form in a new dialog.
        openOnFocus: false,
        checkIconPosition: 'right',
        rightSection: <DownIcon />,
        clearButtonProps: { 'aria-label': 'Clear' },
        // The list of options scrolls itself. An extra scroll box would not be reachable by keyboard.
        withScrollArea: false,
        styles: { options: { maxHeight: 220, overflowY: 'auto' } },
      } satisfies Partial<SelectProps>,
    },
    // Options are rendered when the list opens, because every filter of a list is a combobox. A new list is fixed to the
    // window: highlighting its first option would otherwise scroll the page to the top, before the list has its place.
    Combobox: {
      defaultProps: { keepMounted: false, floatingStrategy: 'fixed' } satisfies Partial<ComboboxProps>,
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        transitionProps: { duration: 120 },
      } satisfies Partial<MenuProps>,
    },
    Popover: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } satisfies Partial<PopoverProps>,
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { transition: 'fade', duration: 120 },
      } satisfies Partial<ModalProps>,
    },
  },
})

/** Maps the design tokens to Mantine's variables, for both appearances. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--deep-text)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-success': 'var(--green)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--on-deep)',
    '--mantine-color-emerald-filled': 'var(--deep)',
    '--mantine-color-emerald-filled-hover': 'var(--deep-hover)',
    '--mantine-color-emerald-text': 'var(--deep-text)',
    '--mantine-color-emerald-light': 'var(--deep-tint)',
    '--mantine-color-emerald-light-hover': 'var(--deep-tint)',
    '--mantine-color-emerald-light-color': 'var(--deep-text)',
    '--mantine-color-emerald-outline': 'var(--deep-text)',
  }
  // Mantine's own greys, for components that use them by name.
  const light = { gray0: 'sunken', gray1: 'sunken', gray2: 'line', gray3: 'line', gray4: 'line-field', gray6: 'ink-3' }
  const dark = { dark0: 'ink', dark1: 'ink-2', dark2: 'ink-3', dark3: 'ink-3', dark4: 'line', dark5: 'raised' }
  const darker = { dark6: 'raised', dark7: 'surface', dark8: 'sunken', dark9: 'sunken' }
  return { variables: {}, light: { ...tokens, ...greys(light) }, dark: { ...tokens, ...greys({ ...dark, ...darker }) } }
}

const greys = (roles: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(roles).map(([grey, role]) => [`--mantine-color-${grey.replace(/(\d)$/, '-$1')}`, `var(--${role})`]),
  )
