"use client";

import { type ReactNode, useCallback } from "react";
import { Document, Page, pdfjs } from "react-pdf";
import "react-pdf/dist/Page/TextLayer.css";
import { useWords } from "@/lib/next/provider";
import type { OpenPdf } from "./pdf-text";

/**
 * The only module that imports react-pdf. The worker must be set in the module that renders the document, and the
 * options must always be the same object: a new one makes react-pdf download the file again.
 */
pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).toString();

const options = {
  cMapUrl: "/pdf/cmaps/",
  cMapPacked: true,
  standardFontDataUrl: "/pdf/standard_fonts/",
  wasmUrl: "/pdf/wasm/",
  iccUrl: "/pdf/iccs/",
  // Japanese fonts that the file does not embed are taken from the user's system.
  useSystemFonts: true,
  enableXfa: false,
  isEvalSupported: false,
};

interface Props {
  readonly file: string;
  readonly onOpen: (pdf: OpenPdf) => void;
  readonly onFail: (locked: boolean) => void;
  readonly onText: (pageNumber: number) => void;
  /** Renders the pages; `draw` returns a page's canvas and text layer. */
  readonly children: (draw: (pageNumber: number, width: number) => ReactNode) => ReactNode;
}

/** Scripts and forms of the file are disabled; only its pages and their text are shown. */
export default function PdfDocument({ file, onOpen, onFail, onText, children }: Props) {
  const t = useWords("originals");
  const draw = useCallback(
    function drawPage(pageNumber: number, width: number): ReactNode {
      return (
        <Page
          pageNumber={pageNumber}
          width={width}
          renderAnnotationLayer={false}
          renderForms={false}
          loading={null}
          error={null}
          onRenderTextLayerSuccess={() => onText(pageNumber)}
        />
      );
    },
    [onText],
  );
  return (
    <Document
      file={file}
      options={options}
      loading={<p className="text-muted p-6">{t("loading")}</p>}
      error={null}
      onLoadSuccess={onOpen}
      onLoadError={() => onFail(false)}
      onPassword={() => onFail(true)}
    >
      {children(draw)}
    </Document>
  );
}
