export type ImageWork = {
  figure: { task: { readonly file: string }; answer: Uint8Array };
};
