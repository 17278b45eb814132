// Written by scripts/generate-contract-values.js from the contracts; a test holds the two together.

/** What a valid answer holds, by the name of its contract. Lengths, counts and ranges are checked when it comes. */
export interface ContractValues {
  /** How a change will be made: what is taken for granted, the steps, the risks, and when it is done. */
  readonly plan: {
    /** What is taken for granted because nobody has said it. Empty when everything is known. */
    readonly assumptions: readonly string[];
    /** What is different for the user afterwards, in one sentence. */
    readonly goal: string;
    /** What can go wrong, and what to do about it. */
    readonly risks: readonly {
      /** What can go wrong. */
      readonly risk: string;
      /** What keeps it from happening, or how it is noticed. */
      readonly mitigation: string;
    }[];
    /** The steps in the order in which they are done. */
    readonly steps: readonly {
      /** What is done, as a command. */
      readonly title: string;
      /** How it is done. */
      readonly detail: string;
      /** Paths that this step reads or changes, relative to the repository. */
      readonly files: readonly string[];
    }[];
    /** How anybody can tell that the goal is reached: commands that pass, behaviour that is seen. */
    readonly success_criteria: readonly string[];
  };

  /** The work cut into tasks that one worker can finish, with files, order and acceptance criteria. */
  readonly tasks: {
    /** Tasks in a possible order. Two tasks that do not depend on each other share no file. */
    readonly tasks: readonly {
      /** Short and unique in this list: T1, T2, ... */
      readonly id: string;
      /** What is done, as a command. */
      readonly title: string;
      /** Everything a worker needs to know who has seen nothing else. */
      readonly instructions: string;
      /** Who does it. */
      readonly role: "worker" | "tester" | "docs" | "explore" | "architect";
      /** Paths that the task may change, relative to the repository. */
      readonly files: readonly string[];
      /** Ids of the tasks that must be finished before. Empty when it can start at once. */
      readonly depends_on: readonly string[];
      /** What must be true afterwards; each can be checked with yes or no. */
      readonly acceptance: readonly string[];
    }[];
  };

  /** A code review: findings with place and severity, a summary, and whether the change may go in. */
  readonly review: {
    /** Problems of this change, the worst first. Empty when there is none. */
    readonly findings: readonly {
      /** Path relative to the repository. */
      readonly file: string;
      /** Line in the new version; 0 when the finding is about the whole file. */
      readonly line: number;
      /** What kind of problem it is. */
      readonly category: "bug" | "security" | "performance" | "design" | "tests" | "docs" | "style";
      /** What is wrong, and what happens because of it. */
      readonly message: string;
      /** blocker and major must be fixed before the change goes in. */
      readonly severity: "blocker" | "major" | "minor" | "nit";
      /** How to fix it, as code or as a sentence. Empty when that is obvious. */
      readonly suggestion: string;
    }[];
    /** What the change does and how good it is, in two or three sentences. */
    readonly summary: string;
    /** approve only when no finding is a blocker or major. */
    readonly verdict: "approve" | "request_changes" | "reject";
  };

  /** A test report: commands that were run with their exit codes, what failed and why, and the verdict. */
  readonly tester: {
    /** Every command that was run, in order. */
    readonly commands: readonly {
      /** The command line as it was typed. */
      readonly command: string;
      /** What it returned; -1 when it was killed or never ended. */
      readonly exit_code: number;
      /** The lines of its output that matter. Empty when it was silent. */
      readonly output: string;
    }[];
    /** Every test that failed. Empty when all passed. */
    readonly failures: readonly {
      /** The full name of the test. */
      readonly test: string;
      /** Where the test stands. Empty when the output does not say. */
      readonly file: string;
      /** Line in that file; 0 when the output does not say. */
      readonly line: number;
      /** What was expected and what was seen, in the words of the output. */
      readonly message: string;
      /** Where the fault most likely is. */
      readonly cause: "code" | "test" | "environment" | "flaky" | "unknown";
    }[];
    /** How many tests failed, by the runner's own count. */
    readonly tests_failed: number;
    /** How many tests passed, by the runner's own count. */
    readonly tests_passed: number;
    /** could_not_run when no test was started: a build error, a missing tool. */
    readonly verdict: "passed" | "failed" | "could_not_run";
  };

  /** What has to be asked before work can start, with the answers that are likely, or that nothing has. */
  readonly clarify: {
    /** What will be taken for granted unless somebody objects. */
    readonly assumptions: readonly string[];
    /** Questions whose answer changes the work, the most important first. Empty when there is none. */
    readonly questions: readonly {
      /** The question itself. */
      readonly question: string;
      /** What would be done differently depending on the answer. */
      readonly reason: string;
      /** Answers that are likely. Empty when the answer is free text. */
      readonly options: readonly string[];
      /** What is done when nobody answers. Empty when the work must wait. */
      readonly default_answer: string;
    }[];
    /** True when work can start now, with the default answers where there are questions. */
    readonly ready: boolean;
  };

  /** Why a worker cannot go on: what was tried, what is in the way, and what is needed from whom. */
  readonly escalate: {
    /** What was tried, in order. */
    readonly attempts: readonly {
      /** What was done. */
      readonly action: string;
      /** What happened, with the error text where there was one. */
      readonly outcome: string;
    }[];
    /** What is in the way, in one or two sentences. */
    readonly blocker: string;
    /** What kind of obstacle it is. */
    readonly blocker_kind:
      | "missing_information"
      | "missing_permission"
      | "broken_environment"
      | "conflicting_requirements"
      | "beyond_ability"
      | "unsafe_request";
    /** What would remove the obstacle; any one of them is enough. */
    readonly needs: readonly string[];
    /** Who can give it. */
    readonly to: "user" | "architect" | "coordinator" | "stronger_model";
    /** high when all other work waits for this. */
    readonly urgency: "low" | "normal" | "high";
  };

  /** The team for one job: what the repository is made of, which roles work on it, and which do not. */
  readonly composition: {
    /** Files that show what the repository is made of. */
    readonly evidence: readonly {
      /** Path relative to the repository. */
      readonly file: string;
      /** What can be read from it. */
      readonly shows: string;
    }[];
    /** Languages that the job touches, the most used first, in lower case: go, python, typescript. */
    readonly languages: readonly string[];
    /** The roles that take part, in the order in which they start. */
    readonly members: readonly {
      /** A role, with its language in front where it needs one: architect, go-worker, go-tester. */
      readonly role: string;
      /** How many work side by side. */
      readonly count: number;
      /** What this role is needed for. */
      readonly reason: string;
    }[];
    /** Roles that one might expect and that this job does not need. */
    readonly skipped: readonly {
      /** The role. */
      readonly role: string;
      /** Why it is not needed. */
      readonly reason: string;
    }[];
  };

  /** Whether a change does what was asked and nothing else: what is missing, what was not asked for. */
  readonly scope_judge: {
    /** What was asked, what was done, and where the two differ. */
    readonly analysis: string;
    /** What was asked for and not done. Empty when nothing is missing. */
    readonly missing: readonly string[];
    /** Changes that nobody asked for and that the request does not need. */
    readonly out_of_scope: readonly {
      /** Path relative to the repository. */
      readonly file: string;
      /** What was changed there. */
      readonly change: string;
      /** keep only when taking it out would break what was asked for. */
      readonly action: "revert" | "split_off" | "keep";
    }[];
    /** incomplete before too_much when both are true. */
    readonly verdict: "in_scope" | "incomplete" | "too_much" | "different_task";
  };

  /** Edits to files that carry out one task, the commands that check them, and whether the task is done. */
  readonly worker: {
    /** Edits in the order in which they are applied. Several may change the same file. */
    readonly edits: readonly {
      /** Path relative to the repository, with forward slashes. */
      readonly path: string;
      /** create: a new file; replace: the lines in find become content; append: content goes to the end; delete: the file goes; rename: the file becomes new_path. */
      readonly kind: "create" | "replace" | "append" | "delete" | "rename";
      /** For replace: whole lines exactly as they stand, enough of them to be found only once. */
      readonly find?: readonly string[];
      /** For create, replace and append: the new lines. Empty to take the found lines out. */
      readonly content?: readonly string[];
      /** For rename: the new path. */
      readonly new_path?: string;
    }[];
    /** What a reviewer should know that the edits do not show, or why the task is blocked. */
    readonly notes: string;
    /** done only when every acceptance criterion of the task is met by these edits. */
    readonly status: "done" | "partial" | "blocked";
    /** Commands that show that the edits work. */
    readonly verify: readonly string[];
  };

  /** What was found in the code about one question: facts with file and lines, gaps, and the answer. */
  readonly explore: {
    /** What the code says, each with the place it was read at. The most important first. */
    readonly facts: readonly {
      /** Path relative to the repository. */
      readonly file: string;
      /** Where it begins. */
      readonly first_line: number;
      /** Where it ends. */
      readonly last_line: number;
      /** The function, class or setting it is about. Empty when it has no name. */
      readonly symbol: string;
      /** What is true there, in one sentence. */
      readonly statement: string;
    }[];
    /** What was looked for and not found, or not looked at. */
    readonly gaps: readonly string[];
    /** The answer, resting on the facts above and on nothing else. */
    readonly result: string;
    /** How much of the question is answered. */
    readonly status: "answered" | "partly_answered" | "not_found";
  };

  /** Changes to documentation pages, section by section, with what they rest on in the code. */
  readonly docs: {
    /** Changes in the order in which they are applied. */
    readonly changes: readonly {
      /** The page, relative to the repository. */
      readonly path: string;
      /** What happens to the page or to the section under heading. */
      readonly action: "create_page" | "replace_section" | "add_section" | "delete_section" | "delete_page";
      /** The heading of the section, without number signs. Left out for a whole page. A new section goes after all others. */
      readonly heading?: string;
      /** The new text in Markdown, without the heading. Left out for a deletion. */
      readonly body?: readonly string[];
    }[];
    /** Files that the text was checked against. */
    readonly sources: readonly string[];
    /** What the code does not say and somebody should decide. Empty when all is clear. */
    readonly unclear: readonly string[];
  };

  /** A design: what limits it, the decisions with what was turned down, and the components they lead to. */
  readonly architect: {
    /** What the design cannot change: existing interfaces, limits, deadlines, rules of the house. */
    readonly constraints: readonly string[];
    /** What was decided, the most far-reaching first. */
    readonly decisions: readonly {
      /** What had to be decided. */
      readonly question: string;
      /** What was considered and turned down, each with the reason. */
      readonly alternatives: readonly string[];
      /** What will be done. */
      readonly choice: string;
      /** Why, and what it costs. */
      readonly reason: string;
    }[];
    /** The parts that the design consists of. */
    readonly modules: readonly {
      /** What it is called. */
      readonly name: string;
      /** The one thing it does. */
      readonly responsibility: string;
      /** Where it lives, relative to the repository; files that do not exist yet too. */
      readonly files: readonly string[];
      /** What others may call: signatures, routes, messages. */
      readonly interfaces: readonly string[];
      /** Names of the other parts that it uses. No two parts use each other. */
      readonly depends_on: readonly string[];
    }[];
    /** What has to be found out before the design can be trusted. */
    readonly open_questions: readonly string[];
  };

  /** Who does which task when: conflicts between tasks, assignments in waves, and tasks that must wait. */
  readonly coordinator: {
    /** Tasks that cannot run side by side, and what is done about it. */
    readonly conflicts: readonly {
      /** The tasks that get in each other's way. */
      readonly task_ids: readonly string[];
      /** What they both need: a file, a database, an interface. */
      readonly over: string;
      /** What is done about it. */
      readonly resolution: "run_in_order" | "merge_tasks" | "split_file" | "ask";
    }[];
    /** Tasks that are not started now. */
    readonly deferred: readonly {
      /** The id of the task. */
      readonly task_id: string;
      /** What it waits for. */
      readonly reason: string;
    }[];
    /** Tasks that are started, each once. */
    readonly schedule: readonly {
      /** The id of the task. */
      readonly task_id: string;
      /** Who does it, with the language in front where it needs one: go-worker. */
      readonly role: string;
      /** Tasks of one wave run side by side; a wave starts when the one before has ended. */
      readonly wave: number;
    }[];
  };

  /** The next move of a running job: where it stands, what to do now, and for whom. */
  readonly orchestrator: {
    /** Where the job stands and what the last result changes. */
    readonly assessment: string;
    /** Ids of the tasks that are finished and accepted. */
    readonly completed: readonly string[];
    /** What happens next. finish only when every task is finished or given up. */
    readonly move: "run_role" | "retry" | "ask_user" | "escalate" | "finish";
    /** For run_role and retry: who acts. */
    readonly role?: string;
    /** For run_role and retry: the task it is about. Left out when it is about the whole job. */
    readonly task_id?: string;
    /** For run_role and retry: what to do, and for retry what to do differently. */
    readonly instructions?: string;
    /** For ask_user and escalate: what somebody has to answer. */
    readonly question?: string;
  };

  /** Code that only pretends: stubs, mocks, hard-coded answers and notes for later, each with its place. */
  readonly placeholder: {
    /** Every place, the most harmful first. Empty when the code is real everywhere. */
    readonly findings: readonly {
      /** Path relative to the repository. */
      readonly file: string;
      /** Line in the new version. */
      readonly line: number;
      /** The line that shows it, as it stands. */
      readonly excerpt: string;
      /** elided_code: a comment such as 'rest stays the same' where code belongs. */
      readonly kind:
        | "note_for_later"
        | "empty_body"
        | "not_implemented"
        | "hard_coded_result"
        | "mock_in_production"
        | "swallowed_error"
        | "skipped_test"
        | "elided_code";
      /** What has to be written there. */
      readonly fix: string;
    }[];
    /** Files that were read to the end. */
    readonly searched: readonly string[];
    /** clean only when findings is empty. */
    readonly verdict: "clean" | "placeholders_found";
  };

  /** What a finished job teaches the next one: rules with the evidence for them, and rules to forget. */
  readonly lessons: {
    /** Rules that would have saved time. Empty when the job taught nothing new. */
    readonly lessons: readonly {
      /** What happened in this job that shows it. */
      readonly evidence: string;
      /** What to do next time, as a command that stands by itself. */
      readonly rule: string;
      /** Where the rule holds. */
      readonly scope: "this_repository" | "this_language" | "this_model" | "everywhere";
      /** Words by which the rule is found again: tools, folders, error names. */
      readonly tags: readonly string[];
      /** proven when it was tried both ways. */
      readonly trust: "seen_once" | "seen_often" | "proven";
    }[];
    /** Rules known from before that this job has shown to be wrong, word for word. */
    readonly obsolete: readonly string[];
  };
}
