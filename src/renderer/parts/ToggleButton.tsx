import { Button, type ButtonProps } from '@fluentui/react-components';

/** A button that stays pressed. Fluent UI's own brings 4 kB of styles for looks that no screen has. */
export function ToggleButton({ isPressed, ...props }: ButtonProps & { isPressed: boolean }) {
  return <Button {...props} appearance={isPressed ? 'primary' : props.appearance} aria-pressed={isPressed} />;
}
