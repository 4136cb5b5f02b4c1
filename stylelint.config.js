import recommended from "stylelint-config-recommended";

export default {
  rules: {
    ...recommended.rules,
    "color-named": "never",
    "color-no-hex": true,
    "declaration-block-no-redundant-longhand-properties": true,
    "declaration-property-value-no-unknown": true,
    "no-descending-specificity": null, // a rule stands where it belongs on its page, beside its exceptions
  },
  overrides: [{ files: ["static/css/tokens.css"], rules: { "color-no-hex": null } }], // the colours of all others
};
