import type {
  CallerIdMatchesInput,
  CallStateChangeInput,
  ChannelResultInput,
  EngagementResultInput,
  FromHostInputs,
  FromHostTypes,
  HostFailureInput,
  InitiateCallIdResultInput,
  NavigationFailureInput,
  OnNavigateToRecordInput,
} from "../generated/messages.js";
import type { Outcome } from "./types.js";

/** The payload of every message a host may send, by the message's type. */
export type HostPayloads = {
  [Handler in keyof FromHostTypes as FromHostTypes[Handler]]: FromHostInputs[Handler];
} & { NAVIGATE_TO_RECORD: OnNavigateToRecordInput };

/**
 * One method for each message that needs nothing but its payload.
 *
 * The host answers the widget by itself; a page that answers by hand keeps the
 * calls in step, since they follow what is sent.
 */
export abstract class HostMessages {
  /** Sets a call's status that the page knows from elsewhere. */
  setCallState(data: CallStateChangeInput): Outcome {
    return this.sendType("SET_CALL_STATE", data);
  }

  /** Reports the engagement of an outgoing call, by the older message. */
  engagementCreated(data: EngagementResultInput): Outcome {
    return this.sendType("ENGAGEMENT_CREATED", data);
  }

  /** Reports that the engagement was created. */
  createEngagementSucceeded(data: EngagementResultInput): Outcome {
    return this.sendType("CREATE_ENGAGEMENT_SUCCEEDED", data);
  }

  /** Reports that the engagement could not be created. */
  createEngagementFailed(data: HostFailureInput): Outcome {
    return this.sendType("CREATE_ENGAGEMENT_FAILED", data);
  }

  /** Reports that the properties were set. */
  updateEngagementSucceeded(data: EngagementResultInput): Outcome {
    return this.sendType("UPDATE_ENGAGEMENT_SUCCEEDED", data);
  }

  /** Reports that the properties could not be set. */
  updateEngagementFailed(data: HostFailureInput): Outcome {
    return this.sendType("UPDATE_ENGAGEMENT_FAILED", data);
  }

  /** Reports the records that have the caller's number. */
  callerIdMatchSucceeded(data: CallerIdMatchesInput): Outcome {
    return this.sendType("CALLER_ID_MATCH_SUCCEEDED", data);
  }

  /** Reports that the caller could not be looked up. */
  callerIdMatchFailed(data: HostFailureInput): Outcome {
    return this.sendType("CALLER_ID_MATCH_FAILED", data);
  }

  /** Reports that a record could not be opened. */
  navigateToRecordFailed(data: NavigationFailureInput): Outcome {
    return this.sendType("NAVIGATE_TO_RECORD_FAILED", data);
  }

  /** Reports that the call was published, by the older message. */
  publishToChannelSucceeded(data: ChannelResultInput): Outcome {
    return this.sendType("PUBLISH_TO_CHANNEL_SUCCEEDED", data);
  }

  /** Reports that the call could not be published, by the older message. */
  publishToChannelFailed(data: ChannelResultInput): Outcome {
    return this.sendType("PUBLISH_TO_CHANNEL_FAILED", data);
  }

  /** Reports that the engagement was taken over. */
  finalizeEngagementSucceeded(data: ChannelResultInput): Outcome {
    return this.sendType("FINALIZE_ENGAGEMENT_SUCCEEDED", data);
  }

  /** Reports that the engagement could not be taken over. */
  finalizeEngagementFailed(data: ChannelResultInput): Outcome {
    return this.sendType("FINALIZE_ENGAGEMENT_FAILED", data);
  }

  /** Sends the undocumented message of this name. */
  initiateCallIdSucceeded(data: InitiateCallIdResultInput): Outcome {
    return this.sendType("INITIATE_CALL_ID_SUCCEEDED", data);
  }

  /** Sends the undocumented message of this name. */
  initiateCallIdFailed(data: InitiateCallIdResultInput): Outcome {
    return this.sendType("INITIATE_CALL_ID_FAILED", data);
  }

  /** Reports that the widget may not move to its new address. */
  setWidgetUrlFailed(data: HostFailureInput): Outcome {
    return this.sendType("SET_WIDGET_URL_FAILED", data);
  }

  /** Names a record, by the message documents list a handler for. */
  navigateToRecord(data: OnNavigateToRecordInput): Outcome {
    return this.sendType("NAVIGATE_TO_RECORD", data);
  }

  /** Reports a failed request that has no failure message. */
  failed(data: HostFailureInput): Outcome {
    return this.sendType("FAILED", data);
  }

  protected abstract sendType<Type extends keyof HostPayloads>(
    type: Type,
    data: HostPayloads[Type],
  ): Outcome;
}
