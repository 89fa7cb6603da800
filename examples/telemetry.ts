// What a fleet of widgets goes through, as OpenTelemetry's events and metrics, to a collector.
import { SeverityNumber } from "@opentelemetry/api-logs";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import type { Diagnostic } from "calling-widget-sdk";
import type { PhoneBinding, PhoneDiagnostic } from "calling-widget-sdk/phone";

/** Sends what it is given to a collector: codes and statuses, and nothing about people. */
export function watch(collector: string, version: string) {
  const resource = resourceFromAttributes({ "service.name": "calling-widget", "service.version": version });
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${collector}/v1/logs` }) })],
  });
  const metrics = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: `${collector}/v1/metrics` }) })],
  });
  const logger = logs.getLogger("calling-widget-sdk");
  const meter = metrics.getMeter("calling-widget-sdk");
  const diagnostics = meter.createCounter("calling.diagnostics");
  const calls = meter.createCounter("calling.calls");
  const ringTime = meter.createHistogram("calling.call.ring_time", { unit: "s" });
  const talkTime = meter.createHistogram("calling.call.talk_time", { unit: "s" });
  const ended = new Set<string>();

  const diagnostic = (code: string, level: string): void => {
    const attributes = { "calling.code": code, "calling.level": level };
    logger.emit({ eventName: "calling.diagnostic", severityNumber: level === "error" ? SeverityNumber.ERROR : SeverityNumber.WARN, attributes });
    diagnostics.add(1, attributes);
  };

  return {
    onDiagnostic: ({ code, level }: Diagnostic) => diagnostic(code, level),
    onPhoneDiagnostic: ({ code }: PhoneDiagnostic) => diagnostic(code, "warn"),
    /** Reports each call of a phone once it has ended. */
    follow: (phone: PhoneBinding) =>
      phone.subscribe(() => {
        for (const { id, direction, status, startedAt, answeredAt, endedAt } of phone.calls) {
          if (status === undefined || endedAt === undefined || ended.has(id)) continue;
          ended.add(id);
          const attributes = { "calling.direction": direction, "calling.status": status };
          logger.emit({ eventName: "calling.call.ended", severityNumber: SeverityNumber.INFO, attributes });
          calls.add(1, attributes);
          if (startedAt !== undefined) ringTime.record(((answeredAt ?? endedAt) - startedAt) / 1000, attributes);
          if (answeredAt !== undefined) talkTime.record((endedAt - answeredAt) / 1000, attributes);
        }
      }),
    /** Sends what is there, such as when the page is left. */
    flush: () => Promise.all([logs.forceFlush(), metrics.forceFlush()]),
  };
}
